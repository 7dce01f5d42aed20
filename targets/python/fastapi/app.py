import os
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Annotated

from fastapi import FastAPI, HTTPException, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException as StarletteHTTPException

from config import read_config
from counter import Counter
from models import Account, Asset, Count, Large, Menus, NewAccount, Status, User, in_column
from orm import open_orm
from raw import open_raw
from shared import read_assets, read_content
from users import open_users

config = read_config()
counter = Counter(config.workers)
content = read_content(config.shared_dir)
assets = read_assets(config.shared_dir)
MOST_BYTES = 1_000_000  # of a body


class AccountIdConvertor(IntegerConvertor):
    """The one named int would fail on more digits than int() takes, 4,300."""

    regex = "[0-9]{1,18}"


register_url_convertor("account_id", AccountIdConvertor())


@asynccontextmanager
async def lifespan(app: FastAPI):
    open_tables = open_orm if os.environ.get("DB_ACCESS") == "orm" else open_raw
    size = config.pool_share(counter.place)
    async with open_tables(config, size) as (menus, accounts), open_users(config, size) as users:
        app.state.menus, app.state.accounts, app.state.users = menus, accounts, users
        counter.serve()
        yield


class CountRequests:
    def __init__(self, app) -> None:
        self.app = app

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "http":
            counter.add()
        await self.app(scope, receive, send)


app = FastAPI(lifespan=lifespan)
app.add_middleware(CountRequests)


@app.exception_handler(StarletteHTTPException)
async def answer_http_error(_request: Request, error: StarletteHTTPException) -> JSONResponse:
    message = "not found" if error.status_code == 404 else error.detail
    return JSONResponse({"code": error.status_code, "message": message}, error.status_code, error.headers)


@app.exception_handler(RequestValidationError)
async def answer_bad_request(_request: Request, error: RequestValidationError) -> JSONResponse:
    message = "; ".join(f"{problem['loc'][-1]}: {problem['msg']}" for problem in error.errors())
    return JSONResponse({"code": 400, "message": message}, 400)


@app.exception_handler(Exception)
async def answer_failure(_request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"code": 500, "message": str(error)}, 500)


@app.get("/healthz", response_class=PlainTextResponse)
async def healthz() -> str:
    if not counter.ready():
        raise HTTPException(503, "starting")
    return "ok"


@app.get("/plaintext", response_class=PlainTextResponse)
async def plaintext() -> PlainTextResponse:
    return PlainTextResponse("Hello, World!")


@app.get("/json")
async def small() -> Status:
    return Status(status=1, msg="成功")


@app.get("/json-large")
async def large() -> Large:
    return Large(content=content, size=100, price=10.12, vip=True)


@app.get("/error")
async def error():
    raise HTTPException(400, "abcd")


@app.get("/count")
async def count() -> Count:
    return Count(code=200, message=counter.total())


@app.get("/assets/{asset_id}")
async def asset(asset_id: str) -> Asset:
    if asset_id not in assets:
        raise HTTPException(404)
    return assets[asset_id]


@app.get("/menus")
async def first_menus(request: Request, limit: Annotated[int, Query(ge=1, le=11)] = 11) -> Menus:
    return {"status": 1, "msg": "success", "data": await request.app.state.menus.first(limit)}


@app.post("/accounts", status_code=201, max_body_size=MOST_BYTES)
async def add_account(request: Request, account: NewAccount) -> Account:
    return await request.app.state.accounts.add(account, in_column(datetime.now(UTC)))


@app.get("/accounts")
async def all_accounts(request: Request) -> list[Account]:
    return await request.app.state.accounts.all()


@app.get("/accounts/{account_id:account_id}")
async def one_account(request: Request, account_id: int) -> Account:
    account = await request.app.state.accounts.find(account_id)
    if account is None:
        raise HTTPException(404)
    return account


@app.get("/users")
async def all_users(request: Request) -> list[User]:
    return await request.app.state.users.all()
