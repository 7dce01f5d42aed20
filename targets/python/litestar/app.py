from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import Parameter
from msgspec import Meta, Struct

from accounts import in_column, open_accounts
from config import read_config
from counter import Counter
from menus import open_menus
from shared import read_assets, read_content
from users import open_users

config = read_config()
counter = Counter(config.workers)
content = read_content(config.shared_dir)
assets = read_assets(config.shared_dir)


class NewAccount(Struct):
    register_date: Annotated[datetime, Meta(tz=True)]
    name: str
    password: str
    nick_name: str
    introduction: str
    status: int


@asynccontextmanager
async def open_databases(app: Litestar):
    size = config.pool_share(counter.place)
    async with open_menus(size) as app.state.menus, open_accounts(config.mysql, size) as app.state.accounts:
        async with open_users(config.mongodb_uri, size) as app.state.users:
            counter.serve()
            yield


def answer_http_error(_request: Request, error: HTTPException) -> Response:
    message = "not found" if error.status_code == 404 else error.detail
    body = {"code": error.status_code, "message": message}
    return Response(body, status_code=error.status_code, headers=error.headers)


def answer_nesting(_request: Request, _error: RecursionError) -> Response:
    # Litestar answers 400 to whatever else msgspec cannot decode.
    return Response({"code": 400, "message": "the body is nested too deeply"}, status_code=400)


def answer_failure(_request: Request, error: Exception) -> Response:
    return Response({"code": 500, "message": str(error)}, status_code=500)


@get("/healthz", media_type=MediaType.TEXT)
async def healthz() -> str:
    if not counter.ready():
        raise HTTPException("starting", status_code=503)
    return "ok"


@get("/plaintext", media_type=MediaType.TEXT)
async def plaintext() -> str:
    return "Hello, World!"


@get("/json")
async def small() -> dict[str, Any]:
    return {"status": 1, "msg": "成功"}


@get("/json-large")
async def large() -> dict[str, Any]:
    return {"content": content, "size": 100, "price": 10.12, "vip": True}


@get("/error")
async def error() -> None:
    raise HTTPException("abcd", status_code=400)


@get("/count")
async def count() -> dict[str, Any]:
    return {"code": 200, "message": counter.total()}


@get("/assets/{asset_id:str}")
async def asset(asset_id: str) -> dict[str, Any]:
    if asset_id not in assets:
        raise NotFoundException
    return assets[asset_id]


@get("/menus")
async def first_menus(state: State, limit: Annotated[int, Parameter(ge=1, le=11)] = 11) -> dict[str, Any]:
    return {"status": 1, "msg": "success", "data": await state.menus.first(limit)}


@post("/accounts")
async def add_account(data: NewAccount, state: State) -> dict[str, Any]:
    now = in_column(datetime.now(UTC))
    try:
        register_date = in_column(data.register_date.astimezone(UTC))
    except OverflowError:
        raise HTTPException("register_date: expected an instant", status_code=400) from None
    return await state.accounts.add(
        {
            "created_at": now,
            "updated_at": now,
            "register_date": register_date,
            "name": data.name,
            "password": data.password,
            "nick_name": data.nick_name,
            "introduction": data.introduction,
            "status": data.status,
        }
    )


@get("/accounts")
async def all_accounts(state: State) -> list[dict[str, Any]]:
    return await state.accounts.all()


@get("/accounts/{account_id:int}")
async def one_account(state: State, account_id: int) -> dict[str, Any]:
    account = await state.accounts.find(account_id)
    if account is None:
        raise NotFoundException
    return account


@get("/users")
async def all_users(state: State) -> list[dict[str, Any]]:
    return await state.users.all()


class CountRequests:
    """ASGI middleware around the application: within it, middleware sees no request that has no route."""

    def __init__(self, app: Litestar) -> None:
        self.app = app

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "http":
            counter.add()
        await self.app(scope, receive, send)


app = CountRequests(
    Litestar(
        [
            healthz,
            plaintext,
            small,
            large,
            error,
            count,
            asset,
            first_menus,
            add_account,
            all_accounts,
            one_account,
            all_users,
        ],
        exception_handlers={HTTPException: answer_http_error, RecursionError: answer_nesting, Exception: answer_failure},
        lifespan=[open_databases],
    )
)
