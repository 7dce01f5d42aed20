import json
from datetime import UTC, datetime

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods, require_safe

from project.config import SHARED_DIR

from .accounts import in_column, read_account
from .middleware import counter
from .models import Account, Menu, User
from .shared import read_assets, read_content

ACCOUNT = ("id", "created_at", "updated_at", "register_date", "name", "nick_name", "introduction", "status")
content = read_content(SHARED_DIR)
assets = read_assets(SHARED_DIR)
# Compared as texts: int() refuses one of more than 4,300 digits.
LIMITS = {str(number) for number in range(1, 12)}


def bad_request(_request, exception):
    return JsonResponse({"code": 400, "message": str(exception)}, status=400)


def not_found(_request, exception):
    return JsonResponse({"code": 404, "message": "not found"}, status=404)


def failure(_request):
    return JsonResponse({"code": 500, "message": "internal server error"}, status=500)


@require_safe
def healthz(_request):
    return HttpResponse("ok" if counter.ready() else "starting", "text/plain", 200 if counter.ready() else 503)


@require_safe
def plaintext(_request):
    return HttpResponse("Hello, World!", content_type="text/plain")


@require_safe
def small(_request):
    return JsonResponse({"status": 1, "msg": "成功"})


@require_safe
def large(_request):
    return JsonResponse({"content": content, "size": 100, "price": 10.12, "vip": True})


@require_safe
def error(_request):
    raise BadRequest("abcd")


@require_safe
def count(_request):
    return JsonResponse({"code": 200, "message": counter.total()})


@require_safe
def asset(_request, asset_id: str):
    if asset_id not in assets:
        raise Http404
    return JsonResponse(assets[asset_id])


@require_safe
def first_menus(request):
    limit = request.GET.get("limit", "11")
    if limit not in LIMITS:
        raise BadRequest(f'limit: expected a number from 1 to 11, got "{limit}"')
    menus = Menu.objects.order_by("id").values("id", "name", "show_flag", "create_date", "code", "parent_code")
    # The column holds UTC, and does not say so.
    data = [{**menu, "create_date": menu["create_date"].replace(tzinfo=UTC)} for menu in menus[: int(limit)]]
    return JsonResponse({"status": 1, "msg": "success", "data": data})


@require_http_methods(["GET", "HEAD", "POST"])
def accounts(request):
    if request.method == "POST":
        return add_account(request)
    return JsonResponse(list(Account.objects.order_by("id").values(*ACCOUNT)), safe=False)


def add_account(request):
    try:
        account = read_account(json.loads(request.body))
    except (ValueError, RecursionError) as problem:
        raise BadRequest(str(problem)) from None
    now = in_column(datetime.now(UTC))
    row = Account.objects.create(created_at=now, updated_at=now, **account)
    return JsonResponse({key: getattr(row, key) for key in ACCOUNT}, status=201)


@require_safe
def one_account(_request, account_id: int):
    account = Account.objects.filter(id=account_id).values(*ACCOUNT).first()
    if account is None:
        raise Http404
    return JsonResponse(account)


@require_safe
def all_users(_request):
    users = User.objects.order_by("id").values("id", "username", "created_at", "updated_at")
    return JsonResponse([{**user, "id": str(user["id"])} for user in users], safe=False)
