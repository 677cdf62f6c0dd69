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


def test_a_potential_of_a_number_is_a_function_that_is_only_named() -> None:
    reply = mg.ask(r"Let $L(q,\dot q)=\frac12m\dot q^2-V(q)$. What are $\partial L/\partial q$ and "
                r"$\partial L/\partial\dot q$?")  # fmt: skip
    assert {name: str(x) for name, x in reply.results.items()} == {"q": "-V'(q)", "qdot": "m*qdot"}


def test_a_potential_of_a_vector_is_asked_for() -> None:
    text = (
        r"Let $L(q,\dot q)=\frac12\dot q^TM\dot q-V(q)$. What is $\frac{\partial L}{\partial q}$?"
    )
    assert mg.ask(text).questions == ["How does V depend on q? Write it as an equation, V = …"]


def test_what_is_given_by_a_velocity_has_partial_derivatives() -> None:
    text = (
        r"The Lagrangian is $\mathcal{L}=\frac12m\dot x^2-\frac12kx^2$. "
        r"Is $\frac{\partial\mathcal{L}}{\partial x}=-kx$?"
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


def test_where_one_velocity_is_a_variable_all_are() -> None:
    text = (
        r"A particle has $T=\frac12m\dot r^2+\frac12mr^2\dot\phi^2$ and $V=-k/r$, $L=T-V$. "
        r"Find $\partial L/\partial\dot\phi$ and $\partial L/\partial r$."
    )
    assert {name: str(x) for name, x in mg.ask(text).results.items()} == {
        "phidot": "m*phidot*r^2",
        "r": "m*phidot^2*r - k/r^2",
    }


def test_so_has_what_is_made_of_it() -> None:
    reply = mg.ask(
        r"Let $T=\frac12m\ell^2\dot\theta^2$, $V=-mg\ell\cos\theta$ and $L=T-V$. Show that "
        r"$\frac{\partial L}{\partial\theta}=mg\ell\sin\theta$."
    )
    assert [claim.status for claim in reply.claims] == ["wrong"]
