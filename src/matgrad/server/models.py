"""What requests and answers look like, for the check at the door and the description of the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _whole(x: Any) -> Any:
    """2.0 is a whole number of JSON."""
    return int(x) if isinstance(x, float) and x.is_integer() else x


Text = str
Whole = Annotated[int, BeforeValidator(_whole)]
Sizes = list[str | Whole]
Numbers = float | list[float] | list[list[float]]
Kind = Literal["gradient", "jacobian", "hessian", "differential"]
Level = Literal["short", "normal", "full"]
Form = Literal["cascade", "closed", "diagonal", "chain"]
MANY = 200  # entries of a list or an object in a request


class Strict(BaseModel):
    """Nothing is guessed: a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ProblemRequest(Strict):
    """A function, and all that is said of it."""

    input: Text = Field(
        description="a function as people type it, LaTeX, code, or a whole question",
        examples=["||Ax - b||^2"],
    )
    mode: Literal["auto", "text", "latex", "question"] = "auto"
    shapes: dict[str, Sizes] = Field(default_factory=dict[str, Sizes], max_length=MANY)
    assume: dict[str, list[str]] = Field(default_factory=dict[str, list[str]], max_length=MANY)
    kind: Kind | None = None
    wrt: list[str] | None = Field(default=None, max_length=MANY, examples=[["x"]])
    layout: Literal["numerator", "denominator"] = "numerator"
    order: Literal["columns", "rows"] = "columns"
    structure: Literal["projected", "independent", "free"] | None = None


class DeriveRequest(ProblemRequest):
    """A derivative, with as much around it as is wanted."""

    level: Level = "normal"
    forms: list[Form] = Field(default=["cascade", "closed", "diagonal"], max_length=8)
    code: list[str] = Field(default=["numpy"], max_length=10)
    steps: bool | None = None


class CodeRequest(ProblemRequest):
    """Source code for a derivative."""

    target: str = "numpy"
    value: bool = False
    test: bool = False


class CheckRequest(ProblemRequest):
    """A formula that claims to be the derivative."""

    claim: Text = Field(examples=["2*A'*(A*x - b)"])


class EvaluateRequest(ProblemRequest):
    """Small numbers to try a derivative with."""

    sizes: dict[str, Whole] = Field(default_factory=dict[str, int], max_length=MANY)
    values: dict[str, Numbers] = Field(default_factory=dict[str, Numbers], max_length=MANY)
    seed: Whole = Field(default=0, ge=0, le=1_000_000)


class GraphRequest(ProblemRequest):
    """The picture of a computation."""

    step: Whole | None = Field(default=None, ge=0, le=10_000)


class DocumentRequest(ProblemRequest):
    """A derivation as a file."""

    format: Literal["latex", "markdown", "pdf", "notebook", "html"] = "latex"
    level: Level = "normal"


class LinkRequest(Strict):
    """The state of a page, to be found again under a short name."""

    state: str = Field(max_length=8192)


class Option(BaseModel):
    """An input that can be sent instead, and what it means."""

    text: str
    words: str


class Guess(BaseModel):
    """What was guessed, what to write to have it otherwise, and where."""

    words: str
    alternative: str
    place: list[int] | None = None


class Reading(BaseModel):
    """How sure the reading is; the options are inputs that say otherwise."""

    status: Literal["read", "assumed", "unclear"]
    guesses: list[Guess]
    options: list[Option]


class Problem(BaseModel):
    """What is wrong, and where; where something has to be asked, options to choose from."""

    code: str = Field(examples=["E_PARSE"])
    message: str
    position: list[int] | None = None
    hint: str | None = None
    field: str | None = None
    options: list[Option] | None = None
    retry_after: int | None = Field(default=None, description="seconds; as the header says it")


class Answer(BaseModel):
    """What every answer has; see docs/service.md for the rest of each."""

    model_config = ConfigDict(extra="allow")
    ok: bool
    error: Problem | None = None


class Derived(Answer):
    """An answer about a function, and how sure it is that the function was meant."""

    reading: Reading | None = None


class Failure(BaseModel):
    """What every error has."""

    ok: Literal[False] = False
    error: Problem


class Health(BaseModel):
    """How the service is."""

    ok: bool
    workers: int
    busy: int
    queued: int


Responses = dict[int | str, dict[str, Any]]
REFUSALS = {
    400: "not the JSON that is expected",
    404: "there is no such link, or no place for links",
    408: "the request took too long to arrive",
    413: "the request is too long",
    415: "not application/json",
    429: "too many requests from one client",
    500: "a mistake in matgrad",
    503: "too much to do",
    507: "the link cannot be stored now",
}
SENT = (400, 408, 413, 415, 429)  # what may be wrong with a request that has a body
RETRY = {"Retry-After": {"description": "seconds", "schema": {"type": "integer"}}}


def refusals(*statuses: int) -> Responses:
    """What is said of these statuses; some of them tell when to come back."""
    return {
        status: {"model": Failure, "description": REFUSALS[status]}
        | ({"headers": RETRY} if status in {429, 503} else {})
        for status in statuses
    }


def described(api: dict[str, Any]) -> dict[str, Any]:
    """The description of the API without a status 422, which is never sent: faults are 400."""
    for methods in api["paths"].values():
        for operation in methods.values():
            operation["responses"].pop("422", None)
    for name in ("HTTPValidationError", "ValidationError"):
        api["components"]["schemas"].pop(name, None)
    return api


TYPES = "application/x-tex text/markdown text/html application/pdf application/x-ipynb+json".split()
FILES: dict[str, Responses] = {
    "document": {200: {"description": "a file", "content": {name: {} for name in TYPES}}},
}
OF = {"preview": Derived, "derive": Derived}  # what they answer
