from django.urls import path

from api import views

urlpatterns = [
    path("healthz", views.healthz),
    path("plaintext", views.plaintext),
    path("json", views.small),
    path("json-large", views.large),
    path("error", views.error),
    path("count", views.count),
    path("assets/<asset_id>", views.asset),
    path("menus", views.first_menus),
    path("accounts", views.accounts),
    path("accounts/<int:account_id>", views.one_account),
    path("users", views.all_users),
]
handler400 = views.bad_request
handler404 = views.not_found
handler500 = views.failure
