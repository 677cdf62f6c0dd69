import matgrad as mg


def test_a_velocity_that_is_differentiated_by_is_a_variable() -> None:
    text = (
        r"Kinetic energy $T=\frac12\dot q^TM\dot q$ with $M$ symmetric. "
        r"Then $\frac{\partial T}{\partial\dot q}=M\dot q$."
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]
