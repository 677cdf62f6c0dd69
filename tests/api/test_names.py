"""What a user meets who completes `mg.`."""

import matgrad as mg


def test_completion_shows_what_users_need_and_nothing_else() -> None:
    assert {*dir(mg)} == {*mg.__all__, "__version__"}
    assert all(callable(getattr(mg, name)) for name in mg.__all__)
