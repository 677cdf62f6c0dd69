import matgrad as mg


def test_a_velocity_that_is_differentiated_by_is_a_variable() -> None:
    text = (
        r"Kinetic energy $T=\frac12\dot q^TM\dot q$ with $M$ symmetric. "
        r"Then $\frac{\partial T}{\partial\dot q}=M\dot q$."
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


def test_a_function_of_a_velocity_has_it_as_a_variable() -> None:
    reply = mg.ask(r"$L(\theta,\dot\theta)=\frac12ml^2\dot\theta^2+mgl\cos\theta$. Compute "
                r"$\frac{\partial L}{\partial\theta}$.")  # fmt: skip
    assert {name: str(x) for name, x in reply.results.items()} == {"theta": "-g*l*m*sin(theta)"}


def test_a_dot_that_is_not_read_is_named() -> None:
    reply = mg.ask(r"$f=\dot W^Tx$. What is the gradient with respect to $x$?")
    assert "i̇s" not in str(reply)
