from flask import Flask, abort, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from accounts import Accounts, read_account
from config import THREADS, read_config
from counter import Counter
from menus import Menus
from shared import read_assets, read_content
from users import Users

config = read_config()
counter = Counter(config.workers)
content = read_content(config.shared_dir)
assets = read_assets(config.shared_dir)
# Compared as texts: int() refuses one of more than 4,300 digits.
LIMITS = {str(number) for number in range(1, 12)}
app = Flask(__name__, static_folder=None)
app.config["MAX_CONTENT_LENGTH"] = 1_000_000
# Flask's documentation says of both that they can be switched off for speed.
app.json.sort_keys = False
app.json.ensure_ascii = False


def start_worker() -> None:
    """Opens what a worker has for itself: connections do not survive a fork. More than its threads use none."""
    counter.join()
    size = min(config.pool_share(counter.place), THREADS)
    app.extensions["menus"] = Menus(size)
    app.extensions["accounts"] = Accounts(config.mysql, size)
    app.extensions["users"] = Users(config.mongodb_uri, size)


@app.before_request
def count_request() -> None:
    counter.add()


@app.errorhandler(HTTPException)
def answer_http_error(error: HTTPException):
    return {"code": error.code, "message": "not found" if error.code == 404 else error.description}, error.code


@app.errorhandler(MethodNotAllowed)
def answer_wrong_method(error: MethodNotAllowed):
    return *answer_http_error(error), {"Allow": ", ".join(error.valid_methods)}


@app.errorhandler(Exception)
def answer_failure(error: Exception):
    return {"code": 500, "message": str(error)}, 500


def text(body: str):
    return app.response_class(body, mimetype="text/plain")


@app.get("/healthz")
def healthz():
    if not counter.ready():
        abort(503, "starting")
    return text("ok")


@app.get("/plaintext")
def plaintext():
    return text("Hello, World!")


@app.get("/json")
def small():
    return {"status": 1, "msg": "成功"}


@app.get("/json-large")
def large():
    return {"content": content, "size": 100, "price": 10.12, "vip": True}


@app.get("/error")
def error():
    abort(400, "abcd")


@app.get("/count")
def count():
    return {"code": 200, "message": counter.total()}


@app.get("/assets/<asset_id>")
def asset(asset_id: str):
    return assets.get(asset_id) or abort(404)


@app.get("/menus")
def first_menus():
    limit = request.args.get("limit", "11")
    if limit not in LIMITS:
        abort(400, f'limit: expected a number from 1 to 11, got "{limit}"')
    return {"status": 1, "msg": "success", "data": app.extensions["menus"].first(int(limit))}


@app.post("/accounts")
def add_account():
    try:
        account = read_account(request.get_json())
    except (ValueError, RecursionError) as problem:
        abort(400, str(problem))
    return app.extensions["accounts"].add(account), 201


@app.get("/accounts")
def all_accounts():
    return app.extensions["accounts"].all()


@app.get("/accounts/<int:account_id>")
def one_account(account_id: int):
    return app.extensions["accounts"].find(account_id) or abort(404)


@app.get("/users")
def all_users():
    return app.extensions["users"].all()
