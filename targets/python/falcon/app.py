from contextlib import AsyncExitStack
from io import BytesIO

import falcon.asgi
import msgspec
from falcon.media import Handlers, JSONHandler

from accounts import open_accounts, read_account
from config import read_config
from counter import Counter
from menus import open_menus
from shared import read_assets, read_content
from users import open_users

config = read_config()
counter = Counter(config.workers)
# Compared as texts: int() refuses one of more than 4,300 digits.
LIMITS = {str(number) for number in range(1, 12)}
MOST_BYTES = 1_000_000  # of a body


class CountRequests:
    async def process_request(self, _request, _response) -> None:
        counter.add()


class Databases:
    """Opened when the worker starts, closed when it stops."""

    async def process_startup(self, _scope, _event) -> None:
        self._stack = AsyncExitStack()
        size = config.pool_share(counter.place)
        self.menus = await self._stack.enter_async_context(open_menus(size))
        self.accounts = await self._stack.enter_async_context(open_accounts(config.mysql, size))
        self.users = await self._stack.enter_async_context(open_users(config.mongodb_uri, size))
        counter.serve()

    async def process_shutdown(self, _scope, _event) -> None:
        await self._stack.aclose()


databases = Databases()


class BoundedJson(JSONHandler):
    """Of requests alone: Falcon's own handler reads a body whatever its length."""

    async def deserialize_async(self, stream, content_type, _content_length):
        body = await stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise falcon.HTTPContentTooLarge(description=f"body: expected at most {MOST_BYTES} bytes")
        return self.deserialize(BytesIO(body), content_type, len(body))


class Health:
    async def on_get(self, _request, response) -> None:
        if not counter.ready():
            raise falcon.HTTPServiceUnavailable(description="starting")
        response.content_type = falcon.MEDIA_TEXT
        response.text = "ok"


class Plaintext:
    async def on_get(self, _request, response) -> None:
        response.content_type = falcon.MEDIA_TEXT
        response.text = "Hello, World!"


class Json:
    async def on_get(self, _request, response) -> None:
        response.media = {"status": 1, "msg": "成功"}


class JsonLarge:
    content = read_content(config.shared_dir)

    async def on_get(self, _request, response) -> None:
        response.media = {"content": self.content, "size": 100, "price": 10.12, "vip": True}


class Error:
    async def on_get(self, _request, _response) -> None:
        raise falcon.HTTPBadRequest(description="abcd")


class Count:
    async def on_get(self, _request, response) -> None:
        response.media = {"code": 200, "message": counter.total()}


class Asset:
    assets = read_assets(config.shared_dir)

    async def on_get(self, _request, response, id: str) -> None:
        if id not in self.assets:
            raise falcon.HTTPNotFound
        response.media = self.assets[id]


class Menus:
    async def on_get(self, request, response) -> None:
        limit = request.get_param("limit", default="11")
        if limit not in LIMITS:
            raise falcon.HTTPBadRequest(description=f'limit: expected a number from 1 to 11, got "{limit}"')
        response.media = {"status": 1, "msg": "success", "data": await databases.menus.first(int(limit))}


class Accounts:
    async def on_get(self, _request, response) -> None:
        response.media = await databases.accounts.all()

    async def on_post(self, request, response) -> None:
        try:
            account = read_account(await request.get_media())
        except (ValueError, RecursionError) as problem:
            raise falcon.HTTPBadRequest(description=str(problem)) from None
        response.media = await databases.accounts.add(account)
        response.status = falcon.HTTP_201


class Account:
    async def on_get(self, _request, response, id: int) -> None:
        account = await databases.accounts.find(id)
        if account is None:
            raise falcon.HTTPNotFound
        response.media = account


class Users:
    async def on_get(self, _request, response) -> None:
        response.media = await databases.users.all()


async def answer_http_error(_request, response, error: falcon.HTTPError, _params) -> None:
    response.status = error.status
    message = "not found" if error.status_code == 404 else error.description or error.title
    response.media = {"code": error.status_code, "message": message}
    if error.headers:
        response.set_headers(error.headers)


async def answer_failure(_request, response, error: Exception, _params) -> None:
    response.status = falcon.HTTP_500
    response.media = {"code": 500, "message": str(error)}


app = falcon.asgi.App(middleware=[CountRequests(), databases])
app.req_options.media_handlers = Handlers({falcon.MEDIA_JSON: BoundedJson()})
# Falcon's documentation has a recipe for it.
app.resp_options.media_handlers[falcon.MEDIA_JSON] = JSONHandler(dumps=msgspec.json.encode)
app.add_error_handler(Exception, answer_failure)
app.add_error_handler(falcon.HTTPError, answer_http_error)
app.add_route("/healthz", Health())
app.add_route("/plaintext", Plaintext())
app.add_route("/json", Json())
app.add_route("/json-large", JsonLarge())
app.add_route("/error", Error())
app.add_route("/count", Count())
app.add_route("/assets/{id}", Asset())
app.add_route("/menus", Menus())
app.add_route("/accounts", Accounts())
app.add_route("/accounts/{id:int}", Account())
app.add_route("/users", Users())
