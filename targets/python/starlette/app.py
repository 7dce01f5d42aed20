from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from accounts import open_accounts, read_account
from config import read_config
from counter import Counter
from menus import open_menus
from shared import read_assets, read_content
from users import open_users

config = read_config()
counter = Counter(config.workers)
content = read_content(config.shared_dir)
assets = read_assets(config.shared_dir)
# Compared as texts: int() refuses one of more than 4,300 digits.
LIMITS = {str(number) for number in range(1, 12)}
MOST_BYTES = 1_000_000  # of a body


class AccountIdConvertor(IntegerConvertor):
    """The one named int would fail on more digits than int() takes, 4,300."""

    regex = "[0-9]{1,18}"


register_url_convertor("account_id", AccountIdConvertor())


@asynccontextmanager
async def lifespan(_app: Starlette):
    size = config.pool_share(counter.place)
    async with open_menus(size) as menus, open_accounts(config.mysql, size) as accounts:
        async with open_users(config.mongodb_uri, size) as users:
            counter.serve()
            yield {"menus": menus, "accounts": accounts, "users": users}


class CountRequests:
    def __init__(self, app) -> None:
        self.app = app

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "http":
            counter.add()
        await self.app(scope, receive, send)


async def answer_http_error(_request: Request, error: HTTPException) -> JSONResponse:
    message = "not found" if error.status_code == 404 else error.detail
    return JSONResponse({"code": error.status_code, "message": message}, error.status_code, error.headers)


async def answer_failure(_request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"code": 500, "message": str(error)}, 500)


async def healthz(_request: Request) -> PlainTextResponse:
    if not counter.ready():
        raise HTTPException(503, "starting")
    return PlainTextResponse("ok")


async def plaintext(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("Hello, World!")


async def small(_request: Request) -> JSONResponse:
    return JSONResponse({"status": 1, "msg": "成功"})


async def large(_request: Request) -> JSONResponse:
    return JSONResponse({"content": content, "size": 100, "price": 10.12, "vip": True})


async def error(_request: Request) -> JSONResponse:
    raise HTTPException(400, "abcd")


async def count(_request: Request) -> JSONResponse:
    return JSONResponse({"code": 200, "message": counter.total()})


async def asset(request: Request) -> JSONResponse:
    found = assets.get(request.path_params["id"])
    if found is None:
        raise HTTPException(404)
    return JSONResponse(found)


async def first_menus(request: Request) -> JSONResponse:
    limit = request.query_params.get("limit", "11")
    if limit not in LIMITS:
        raise HTTPException(400, f'limit: expected a number from 1 to 11, got "{limit}"')
    return JSONResponse({"status": 1, "msg": "success", "data": await request.state.menus.first(int(limit))})


async def add_account(request: Request) -> JSONResponse:
    try:
        account = read_account(await request.json())
    except (ValueError, RecursionError) as problem:
        raise HTTPException(400, str(problem)) from None
    return JSONResponse(await request.state.accounts.add(account), 201)


async def all_accounts(request: Request) -> JSONResponse:
    return JSONResponse(await request.state.accounts.all())


async def one_account(request: Request) -> JSONResponse:
    account = await request.state.accounts.find(request.path_params["id"])
    if account is None:
        raise HTTPException(404)
    return JSONResponse(account)


async def all_users(request: Request) -> JSONResponse:
    return JSONResponse(await request.state.users.all())


app = Starlette(
    lifespan=lifespan,
    middleware=[Middleware(CountRequests)],
    exception_handlers={HTTPException: answer_http_error, Exception: answer_failure},
    routes=[
        Route("/healthz", healthz),
        Route("/plaintext", plaintext),
        Route("/json", small),
        Route("/json-large", large),
        Route("/error", error),
        Route("/count", count),
        Route("/assets/{id}", asset),
        Route("/menus", first_menus),
        Route("/accounts", all_accounts),
        Route("/accounts", add_account, methods=["POST"], max_body_size=MOST_BYTES),
        Route("/accounts/{id:account_id}", one_account),
        Route("/users", all_users),
    ],
)
