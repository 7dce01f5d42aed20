from aiohttp import web

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
routes = web.RouteTableDef()
MENUS, ACCOUNTS, USERS = web.AppKey("menus", object), web.AppKey("accounts", object), web.AppKey("users", object)


async def open_databases(app: web.Application):
    size = config.pool_share(counter.place)
    async with open_menus(size) as app[MENUS], open_accounts(config.mysql, size) as app[ACCOUNTS]:
        async with open_users(config.mongodb_uri, size) as app[USERS]:
            counter.serve()
            yield


@web.middleware
async def count_request(request: web.Request, handler) -> web.StreamResponse:
    counter.add()
    return await handler(request)


@web.middleware
async def answer_errors(request: web.Request, handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.HTTPException as error:
        message = "not found" if error.status == 404 else error.text
        headers = {"Allow": error.headers["Allow"]} if "Allow" in error.headers else None
        return web.json_response({"code": error.status, "message": message}, status=error.status, headers=headers)
    except Exception as error:
        return web.json_response({"code": 500, "message": str(error)}, status=500)


@routes.get("/healthz")
async def healthz(_request: web.Request) -> web.Response:
    if not counter.ready():
        raise web.HTTPServiceUnavailable(text="starting")
    return web.Response(text="ok")


@routes.get("/plaintext")
async def plaintext(_request: web.Request) -> web.Response:
    return web.Response(text="Hello, World!")


@routes.get("/json")
async def small(_request: web.Request) -> web.Response:
    return web.json_response({"status": 1, "msg": "成功"})


@routes.get("/json-large")
async def large(_request: web.Request) -> web.Response:
    return web.json_response({"content": content, "size": 100, "price": 10.12, "vip": True})


@routes.get("/error")
async def error(_request: web.Request) -> web.Response:
    raise web.HTTPBadRequest(text="abcd")


@routes.get("/count")
async def count(_request: web.Request) -> web.Response:
    return web.json_response({"code": 200, "message": counter.total()})


@routes.get("/assets/{id}")
async def asset(request: web.Request) -> web.Response:
    found = assets.get(request.match_info["id"])
    if found is None:
        raise web.HTTPNotFound
    return web.json_response(found)


@routes.get("/menus")
async def first_menus(request: web.Request) -> web.Response:
    limit = request.query.get("limit", "11")
    if limit not in LIMITS:
        raise web.HTTPBadRequest(text=f'limit: expected a number from 1 to 11, got "{limit}"')
    return web.json_response({"status": 1, "msg": "success", "data": await request.app[MENUS].first(int(limit))})


@routes.post("/accounts")
async def add_account(request: web.Request) -> web.Response:
    try:
        account = read_account(await request.json())
    except (ValueError, RecursionError) as problem:
        raise web.HTTPBadRequest(text=str(problem)) from None
    return web.json_response(await request.app[ACCOUNTS].add(account), status=201)


@routes.get("/accounts")
async def all_accounts(request: web.Request) -> web.Response:
    return web.json_response(await request.app[ACCOUNTS].all())


@routes.get("/accounts/{id:[0-9]{1,18}}")
async def one_account(request: web.Request) -> web.Response:
    account = await request.app[ACCOUNTS].find(int(request.match_info["id"]))
    if account is None:
        raise web.HTTPNotFound
    return web.json_response(account)


@routes.get("/users")
async def all_users(request: web.Request) -> web.Response:
    return web.json_response(await request.app[USERS].all())


async def create_app() -> web.Application:
    app = web.Application(middlewares=[count_request, answer_errors])
    app.add_routes(routes)
    app.cleanup_ctx.append(open_databases)
    return app
