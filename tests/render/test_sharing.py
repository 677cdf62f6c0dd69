from matgrad.core.expr import Expr
from matgrad.core.walk import count, substitute
from matgrad.ops import hadamard, sin, symbol, tanh
from matgrad.render import name_shared, text

x = symbol("x", "n")
X = symbol("X", "n", "n")


def doubling(levels: int) -> Expr:
    """A graph whose printed tree doubles at every level."""
    y = x
    for _ in range(levels):
        y = hadamard(tanh(y), sin(y))
    return y


def restored(root: Expr, definitions) -> Expr:
    """The expression with every name replaced by what it stands for."""
    values: dict[Expr, Expr] = {}
    for definition in definitions:
        values[definition.symbol] = substitute(definition.value, values)
    return substitute(root, values)


def test_a_part_that_is_used_twice_gets_a_name():
    part = tanh(X @ (X @ (X.T @ x)))
    (root,), (definition,) = name_shared([hadamard(part, sin(part))])
    assert text(root) == "a .* sin(a)"
    assert definition.value is part
    assert definition.role == "adjoint"


def test_short_parts_keep_their_spelling():
    root = hadamard(sin(x), tanh(sin(x)))
    assert name_shared([root]) == ((root,), ())


def test_long_parts_are_named_although_they_are_used_once():
    y = x
    for _ in range(100):
        y = tanh(y)
    (root,), definitions = name_shared([y], limit=20)
    assert root.size <= 21
    assert all(definition.value.size <= 21 for definition in definitions)


def test_names_differ_from_symbols_sizes_and_taken_names():
    part = tanh(X @ (X @ (X.T @ symbol("a", "n"))))
    (_, (definition,)) = name_shared([hadamard(part, sin(part))], {"b", "c", "u"})
    assert definition.symbol.name == "v"


def test_putting_the_definitions_back_gives_the_same_graph():
    root = doubling(30)
    (short,), definitions = name_shared([root])
    assert restored(short, definitions) is root


def test_what_is_printed_is_linear_in_the_graph():
    root = doubling(7_000)
    (short,), definitions = name_shared([root])
    printed = short.size + sum(definition.value.size for definition in definitions)
    assert printed < 3 * count(root)


def test_definitions_use_only_earlier_names():
    _, definitions = name_shared([doubling(40)])
    later = {definition.symbol for definition in definitions}
    for definition in definitions:
        assert later.isdisjoint(definition.value.args)
        later.remove(definition.symbol)
