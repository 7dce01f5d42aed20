from contextlib import AsyncExitStack

from sanic import BadRequest, HTTPResponse, NotFound, Request, Sanic, SanicException, json, text
from sanic.exceptions import ServiceUnavailable

from accounts import open_accounts, read_account
from config import read_config
from counter import Counter
from menus import open_menus
from shared import read_assets, read_content
from users import open_users

config = read_config()
content = read_content(config.shared_dir)
assets = read_assets(config.shared_dir)
# Compared as texts: int() refuses one of more than 4,300 digits.
LIMITS = {str(number) for number in range(1, 12)}
app = Sanic("pitwall")
# Seconds that requests under way may take to finish after SIGTERM; the managing process needs two more to end.
app.config.GRACEFUL_SHUTDOWN_TIMEOUT = 1
app.config.REQUEST_MAX_SIZE = 1_000_000  # of a body, in bytes


@app.before_server_start
async def start_worker(app: Sanic) -> None:
    app.ctx.counter = Counter(config.workers)
    app.ctx.databases = AsyncExitStack()
    open_one = app.ctx.databases.enter_async_context
    size = config.pool_share(app.ctx.counter.place)
    app.ctx.menus = await open_one(open_menus(size))
    app.ctx.accounts = await open_one(open_accounts(config.mysql, size))
    app.ctx.users = await open_one(open_users(config.mongodb_uri, size))
    app.ctx.counter.serve()


@app.after_server_stop
async def stop_worker(app: Sanic) -> None:
    await app.ctx.databases.aclose()


@app.on_request
async def count_request(request: Request) -> None:
    request.app.ctx.counter.add()


@app.exception(SanicException)
async def answer_http_error(_request: Request, error: SanicException) -> HTTPResponse:
    message = "not found" if error.status_code == 404 else str(error)
    return json({"code": error.status_code, "message": message}, error.status_code, error.headers)


@app.exception(Exception)
async def answer_failure(_request: Request, error: Exception) -> HTTPResponse:
    return json({"code": 500, "message": str(error)}, 500)


@app.get("/healthz")
async def healthz(request: Request) -> HTTPResponse:
    if not request.app.ctx.counter.ready():
        raise ServiceUnavailable("starting")
    return text("ok")


@app.get("/plaintext")
async def plaintext(_request: Request) -> HTTPResponse:
    return text("Hello, World!")


@app.get("/json")
async def small(_request: Request) -> HTTPResponse:
    return json({"status": 1, "msg": "成功"})


@app.get("/json-large")
async def large(_request: Request) -> HTTPResponse:
    return json({"content": content, "size": 100, "price": 10.12, "vip": True})


@app.get("/error")
async def error(_request: Request) -> HTTPResponse:
    raise BadRequest("abcd")


@app.get("/count")
async def count(request: Request) -> HTTPResponse:
    return json({"code": 200, "message": request.app.ctx.counter.total()})


@app.get("/assets/<asset_id>")
async def asset(_request: Request, asset_id: str) -> HTTPResponse:
    if asset_id not in assets:
        raise NotFound
    return json(assets[asset_id])


@app.get("/menus")
async def first_menus(request: Request) -> HTTPResponse:
    limit = request.args.get("limit", "11")
    if limit not in LIMITS:
        raise BadRequest(f'limit: expected a number from 1 to 11, got "{limit}"')
    return json({"status": 1, "msg": "success", "data": await request.app.ctx.menus.first(int(limit))})


@app.post("/accounts")
async def add_account(request: Request) -> HTTPResponse:
    try:
        account = read_account(request.json)
    except ValueError as problem:
        raise BadRequest(str(problem)) from None
    return json(await request.app.ctx.accounts.add(account), 201)


@app.get("/accounts")
async def all_accounts(request: Request) -> HTTPResponse:
    return json(await request.app.ctx.accounts.all())


@app.get("/accounts/<account_id:int>")
async def one_account(request: Request, account_id: int) -> HTTPResponse:
    account = await request.app.ctx.accounts.find(account_id)
    if account is None:
        raise NotFound
    return json(account)


@app.get("/users")
async def all_users(request: Request) -> HTTPResponse:
    return json(await request.app.ctx.users.all())
