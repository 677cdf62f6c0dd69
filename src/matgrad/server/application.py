"""The application: endpoints that hand requests to the pool and pass its answers on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.routing import Route

import matgrad as mg
from matgrad.server import models, statics
from matgrad.server.gate import Gate
from matgrad.server.guard import Kept, Refused
from matgrad.server.links import LENGTH, Full, Links
from matgrad.server.pool import Pool
from matgrad.server.record import log
from matgrad.server.settings import Settings
from matgrad.server.statics import PAGE, manual

JSON = "application/json"
ABOUT = "Exact derivatives of matrix functions, with the derivation, each line checked."


class Service:
    """One service: its pool, its gate, its endpoints."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool = Pool(settings)
        self.links: Links | None = None
        self.files = statics.page_files()
        self.known: dict[str, bytes] = {}  # what is the same for everyone
        self.app = FastAPI(
            title="matgrad", version=mg.__version__, description=ABOUT, docs_url=None,
            redoc_url=None, openapi_url=None, lifespan=self.lifespan,
        )  # fmt: skip
        self.app.add_exception_handler(Refused, _refused)
        self.app.add_exception_handler(RequestValidationError, _invalid)
        self.app.add_exception_handler(HTTPException, _http_error)
        self.computed()
        self.shared()
        self.served()
        paths = {
            route.path: route.methods or () for route in self.app.routes
            if isinstance(route, Route) and "{" not in route.path
        }  # fmt: skip
        self.gate = Gate(self.app, settings, paths)

    @asynccontextmanager
    async def lifespan(self, _: FastAPI) -> AsyncGenerator[None]:
        """Workers come with the application and go with it."""
        if self.settings.links is not None:
            try:
                self.links = await asyncio.to_thread(Links, self.settings.links)
            except Full as error:
                log("links", problem=str(error))  # everything else works without them
        starting = asyncio.create_task(self.pool.start())
        log("start", workers=self.settings.workers, links=self.links is not None)
        yield
        starting.cancel()
        await self.pool.stop()
        if self.links is not None:
            self.links.close()
        log("stop")

    # ------------------------------------------------------------ what workers compute

    def computed(self) -> None:
        """An endpoint for each task of the workers."""
        for name, model in TASKS.items():
            found = models.OF.get(name, models.Answer)
            responses = models.refusals(*models.SENT, 500, 503) | models.FILES.get(name, {})
            self.app.post(
                f"/api/{name}", response_model=found, responses=responses,
                summary=(model.__doc__ or "").strip(), name=name,
            )(self._endpoint(name, model))  # fmt: skip

    def _endpoint(self, name: str, model: type[models.ProblemRequest]) -> Any:
        async def endpoint(given: models.ProblemRequest, request: Request) -> Response:
            return await self.answer(name, given, request)

        endpoint.__annotations__["given"] = model
        endpoint.__doc__ = model.__doc__
        return endpoint

    async def answer(self, name: str, given: models.ProblemRequest, request: Request) -> Response:
        """The answer of a worker, passed on as it is; the work stops if the client leaves."""
        client = request.client.host if request.client else ""
        asked = self.pool.answer(client, name, given.model_dump_json().encode())
        work = asyncio.ensure_future(asked)
        gone = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                return Response(status_code=499)
            head, body = work.result()
        finally:
            gone.cancel()
            work.cancel()
        if "fault" in head:
            log("fault", task=name, where=head["fault"])
        headers = {"cache-control": "no-store"}
        if "name" in head:
            headers["content-disposition"] = f'attachment; filename="{head["name"]}"'
        answer = Response(body, head["status"], headers, head["type"])
        if head["status"] == 200 and not head.get("brief"):
            kept = [each for each in answer.raw_headers if each[0] != b"content-length"]
            self.gate.cache.put(
                request.scope["path"], request.scope["matgrad.body"], Kept(200, tuple(kept), body)
            )
        return answer

    # ------------------------------------------------------------ what is the same for everyone

    def shared(self) -> None:
        """Configuration, examples and links."""
        app = self.app

        @app.get(
            "/api/config", response_model=models.Answer, responses=models.refusals(429, 500, 503)
        )
        async def config() -> Response:
            """What the service offers: languages, assumptions, limits."""
            return await self._common("config")

        @app.get(
            "/api/examples", response_model=models.Answer, responses=models.refusals(429, 500, 503)
        )
        async def examples() -> Response:
            """Functions to begin with."""
            return await self._common("examples")

        @app.get("/healthz", responses=models.refusals(429))
        async def healthz() -> models.Health:
            """Are there workers, and how much do they have to do?"""
            return self.health()

        @app.post(
            "/api/links", response_model=models.Answer, status_code=201,
            responses=models.refusals(*models.SENT, 404, 507),
        )  # fmt: skip
        async def put_link(given: models.LinkRequest) -> Response:
            """Store the state of a page; answered after it is on disk."""
            return await self._put(given.state)

        @app.get(
            "/api/links/{name}", response_model=models.Answer, responses=models.refusals(404, 429)
        )
        async def get_link(name: str) -> Response:
            """The state that was stored."""
            return await self._get(name)

        _ = config, examples, healthz, put_link, get_link

    async def _common(self, task: str) -> Response:
        if task not in self.known:
            request = b'{"links":true}' if self.links is not None else b"{}"
            _, self.known[task] = await self.pool.answer("", task, request)
        headers = {"cache-control": "max-age=300"}
        return Response(self.known[task], 200, headers, JSON)

    async def _put(self, state: str) -> Response:
        if self.settings.links is None:
            raise Refused(404, "E_LINKS", "this service stores no links")
        if self.links is None:
            raise Refused(507, "E_LINKS", "links cannot be stored now")
        try:
            name = await asyncio.to_thread(self.links.put, state)
        except Full:
            raise Refused(507, "E_LINKS", "the link cannot be stored now") from None
        return Response(models.Answer.model_validate({"ok": True, "id": name}).model_dump_json(),
                        201, None, JSON)  # fmt: skip

    async def _get(self, name: str) -> Response:
        links, is_name = self.links, len(name) == LENGTH and name.isalnum()
        state = await asyncio.to_thread(links.get, name) if links and is_name else None
        if state is None:
            raise Refused(404, "E_LINKS", "there is no such link")
        found = models.Answer.model_validate({"ok": True, "state": state})
        return Response(found.model_dump_json(), 200, None, JSON)

    # ------------------------------------------------------------ pages and numbers

    def served(self) -> None:
        """The page, the manual, and what watches over the service."""
        app = self.app
        description = models.described(app.openapi())
        about = statics.static("docs.html", manual(description).encode())
        style = statics.static("docs.css", (PAGE / "docs.css").read_bytes())

        @app.get("/", include_in_schema=False)
        async def page(request: Request) -> Response:
            return _file(self.files["index.html"], request)

        @app.get("/static/{name:path}", include_in_schema=False)
        async def asset(name: str, request: Request) -> Response:
            if name not in self.files:
                raise Refused(404, "E_REQUEST", "no such file")
            return _file(self.files[name], request)

        @app.get("/docs", include_in_schema=False)
        async def docs(request: Request) -> Response:
            return _file(about, request)

        @app.get("/docs.css", include_in_schema=False)
        async def docs_style(request: Request) -> Response:
            return _file(style, request)

        @app.get("/openapi.json", include_in_schema=False)
        async def openapi() -> dict[str, Any]:
            return description

        @app.get("/metrics", include_in_schema=False)
        async def metrics() -> Response:
            return Response(
                self.gate.meter.text(self.pool, self.gate.cache), 200, None, "text/plain"
            )

        _ = page, asset, docs, docs_style, openapi, metrics

    def health(self) -> models.Health:
        """How the service is."""
        busy = len(self.pool.running)
        workers = len(self.pool.idle) + busy
        ok = workers > 0 and not self.pool.stopping
        return models.Health(ok=ok, workers=workers, busy=busy, queued=len(self.pool.waiting))


TASKS: dict[str, type[models.ProblemRequest]] = {
    "preview": models.ProblemRequest,
    "derive": models.DeriveRequest,
    "code": models.CodeRequest,
    "check": models.CheckRequest,
    "evaluate": models.EvaluateRequest,
    "graph": models.GraphRequest,
    "document": models.DocumentRequest,
}


async def _gone(request: Request) -> None:
    """Returns when the client leaves."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _file(found: statics.Static, request: Request) -> Response:
    age = "public, max-age=31536000, immutable" if found.forever else "no-cache"
    headers = {"etag": found.tag, "cache-control": age}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    return Response(found.content, 200, headers, found.media_type)


FAULTS = {
    "extra_forbidden": "a field is not known",
    "missing": "a field is missing",
    "literal_error": "a field is not one of the words it may be; /docs lists them",
    "string_type": "a field is text",
    "bool_type": "a field is true or false",
    "int_type": "a field is a whole number",
    "float_type": "a field is a number",
    "list_type": "a field is a list",
    "dict_type": "a field is an object of names",
    "too_long": "a field has too many entries",
    "string_too_long": "a field is too long",
    "greater_than_equal": "a number is too small",
    "less_than_equal": "a number is too large",
}


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    headers = {name.decode(): value.decode() for name, value in error.headers}
    return Response(error.body, error.status, headers)


def _invalid(request: Request, error: Exception) -> Response:
    """Say which field is wrong, and nothing of what stood in it."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    field = str(first["loc"][1])[:40] if len(first["loc"]) > 1 else None
    message = FAULTS.get(first["type"], "a field is not what is expected; /docs describes it")
    return _refused(request, Refused(400, "E_REQUEST", message, field=field))


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = _refused(request, Refused(error.status_code, "E_REQUEST", str(error.detail)))
    answer.headers.update(error.headers or {})
    return answer
