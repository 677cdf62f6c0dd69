"""Layers of torch.nn, and the words with which people ask about their weights."""

import pytest

import matgrad as mg
from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

STACKED = """model = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))
loss = F.mse_loss(model(x), y, reduction='sum')
loss.backward()"""
MODULE = """class Net(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.fc1 = nn.Linear(d, h)
        self.fc2 = nn.Linear(h, 2, bias=False)
        self.act = nn.ReLU(inplace=True)
    def forward(self, x):
        x = self.act(self.fc1(x))
        return self.fc2(x)
net = Net(4, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = nn.MSELoss(reduction='sum')
loss = criterion(net(x), y)
optimizer.zero_grad()
loss.backward()
optimizer.step()"""
CLASSES = """fc = nn.Linear(4, 3)
loss = nn.CrossEntropyLoss()(fc(x), y)"""
LISTED = """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(2)])
        self.head = nn.Linear(4, 2)
    def forward(self, x):
        for layer in self.layers:
            x = torch.sigmoid(layer(x))
        return self.head(x)
loss = ((Net()(x) - y)**2).sum()"""
OWN = """class Affine(nn.Module):
    def __init__(self, d, k):
        super().__init__()
        self.W = nn.Parameter(torch.randn(d, k))
        self.b = nn.Parameter(torch.zeros(k))
    def forward(self, x):
        return x @ self.W + self.b
model = nn.Sequential(Affine(4, 3), nn.Softplus())
loss = model(x).sum()"""
SHAPES = " x is (n, 4), y is (n, 2)."
HIDDEN = "(tanh(x*W1' + ones(n)*b1')*W2' + ones(n)*b2' - y)"
ASKED = [  # a program, what is asked, the variable, its derivative
    (STACKED, "with respect to the weight of the first layer", "W1",
     f"2*(({HIDDEN}*W2) .* (1 - tanh(x*W1' + ones(n)*b1').^2))'*x"),
    (STACKED, "w.r.t. model[2].weight", "W2", f"2*{HIDDEN}'*tanh(x*W1' + ones(n)*b1')"),
    (STACKED, "with respect to the bias of the output layer", "b2", f"2*{HIDDEN}'*ones(n)"),
    (STACKED, "for the last layer's bias", "b2", f"2*{HIDDEN}'*ones(n)"),
    (MODULE, "with respect to fc2.weight", "W2",
     "2*(relu(x*W1' + ones(n)*b1')*W2' - y)'*relu(x*W1' + ones(n)*b1')"),
    (CLASSES, "with respect to the weights", "W", "(softmax_rows(x*W' + ones(n)*b') - Y)'*x/n"),
    (CLASSES, "with respect to fc.bias", "b", "(softmax_rows(x*W' + ones(n)*b') - Y)'*ones(n)/n"),
    (OWN, "with respect to W", "W", "x'*sigmoid(x*W + ones(n)*b')"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "by", "name", "right"), ASKED, ids=range(len(ASKED)))
def test_weights_are_asked_for_in_words(program: str, by: str, name: str, right: str) -> None:
    told = "" if "CrossEntropy" in program else SHAPES
    reply = ask(code(program, f"What is the gradient of the loss {by}?{told or ' x is (n, 4).'}"))
    assert [*reply.results] == [name]
    assert reply.problem is not None
    assert mg.check(reply.problem, name, right).status == "right"


def test_all_weights_are_those_of_all_layers() -> None:
    reply = ask(code(LISTED, "What are the gradients wrt all parameters?" + SHAPES))
    assert {*reply.results} == {"W1", "b1", "W2", "b2", "W_head", "b_head"}


CLAIMED = [
    ("fc = nn.Linear(4, 2)\nout = fc(x)\nloss = (out**2).sum() / 2\ndW = out.t() @ x\n"
     "db = out.sum(0)", "Right?", "rr"),
    ("fc = nn.Linear(4, 2)\nout = fc(x)\nloss = (out**2).sum() / 2\ndW = x.t() @ out\n"
     "db = out.sum(1)", "Right?", "ww"),
    ("fc = nn.Linear(4, 2)\nout = fc(x)\nloss = F.mse_loss(out, y)",
     "Is fc.weight.grad equal to `(out - y).T @ x / n`?" + SHAPES, "r"),
    ("fc = nn.Linear(4, 2)\nout = fc(x)\nloss = F.mse_loss(out, y)",
     "Is fc.weight.grad equal to `2 * (out - y).T @ x / n`?" + SHAPES, "w"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "words", "right"), CLAIMED, ids=range(len(CLAIMED)))
def test_derivatives_by_weights_of_layers_are_judged(program: str, words: str, right: str) -> None:
    assert verdicts(ask(code(program, words))) == right


REFUSED = [
    ("loss = nn.Sequential(nn.Linear(3, 4), nn.Dropout(0.5))(x).sum()", "leaves it to chance"),
    ("loss = nn.Conv2d(3, 4, 3)(x).sum()", "(line 1): Conv2d is not read"),
    ("loss = nn.Linear(3, 4).magic", "magic of nn.Linear is not read"),
    ("z = nn.Linear(4, 4)(x)\na = z * 1\nh = nn.ReLU(inplace=True)(a)\nloss = (h + a).sum()",
     "changes its argument in place"),
    ("loss = nn.CrossEntropyLoss(label_smoothing=0.1)(nn.Linear(3, 4)(x), y)",
     "label_smoothing is not read"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "why"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_not_read_of_layers_is_refused(program: str, why: str) -> None:
    reply = ask(code(program, "What is the gradient with respect to x?"))
    assert not reply.results
    assert why in " ".join(reply.questions)
