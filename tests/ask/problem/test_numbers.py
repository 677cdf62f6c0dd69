"""Capital letters are numbers where matrices would make a matrix of the function."""

from matgrad.app.ask import ask


def test_constants_of_a_potential_are_numbers() -> None:
    text = r"Let $\phi(x)=-\frac{GM}{\|x-y\|}$. Is $\nabla_x\phi=\frac{GM(x-y)}{\|x-y\|^3}$?"
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "G, M: scalar" in reply.text("short")


def test_a_matrix_times_a_vector_stays_one() -> None:
    assert str(ask("What is the gradient of $f(x)=Ax$?").results["x"]) == "A"


def test_a_letter_between_bars_is_a_vector() -> None:
    reply = ask(r"What is the derivative of $x/\|x\|^3$ with respect to $x$?")
    assert "x: n" in reply.text("short")


def test_what_is_called_a_temperature_is_a_number() -> None:
    reply = ask("Let $f(T)=aT^2$ where $T$ is the temperature. Is $df/dT=2aT$?")
    assert [claim.status for claim in reply.claims] == ["right"]


def test_pi_is_a_variable_where_the_function_is_one_of_it() -> None:
    reply = ask(r"Let $\pi\in\Delta^n$ and $f(\pi)=\pi^TA\pi$. Is $\nabla f=(A+A^T)\pi$?")
    assert [claim.status for claim in reply.claims] == ["right"]
