"""https://docs.djangoproject.com/en/5.2/ref/settings/"""

import os
import secrets

from .config import THREADS, number

SECRET_KEY = secrets.token_urlsafe(50)  # signs nothing: there are no sessions
ALLOWED_HOSTS = ["*"]  # any address that the server is told to listen on
ROOT_URLCONF = "project.urls"
WSGI_APPLICATION = "project.wsgi.application"
INSTALLED_APPS = ["api"]
# Of those that startproject writes, the ones that are not of pages, cookies and users.
MIDDLEWARE = [
    "api.middleware.count_requests",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
]
# By default a line is composed for each 400 and 404, which nothing writes outside of DEBUG.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "loggers": {"django.request": {"level": "ERROR"}},
}
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

# A thread keeps its connections.
_KEPT = {"CONN_MAX_AGE": None}
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": os.environ.get("PGHOST", ""),
        "PORT": os.environ.get("PGPORT", ""),
        "USER": os.environ.get("PGUSER", ""),
        "PASSWORD": os.environ.get("PGPASSWORD", ""),
        "NAME": os.environ.get("PGDATABASE") or "pitwall",
        "OPTIONS": {"connect_timeout": 5},
        **_KEPT,
    },
    "mysql": {
        "ENGINE": "django.db.backends.mysql",
        "HOST": os.environ.get("MYSQL_HOST", ""),
        "PORT": number("MYSQL_PORT", 3306, 65535),
        "USER": os.environ.get("MYSQL_USER", ""),
        "PASSWORD": os.environ.get("MYSQL_PASSWORD", ""),
        "NAME": os.environ.get("MYSQL_DATABASE", ""),
        "OPTIONS": {"charset": "utf8mb4", "connect_timeout": 5},
        **_KEPT,
    },
    "mongodb": {
        "ENGINE": "django_mongodb_backend",
        "HOST": os.environ.get("MONGODB_URI") or "mongodb://127.0.0.1:27017/pitwall",
        "NAME": "pitwall",
        # A database that is gone is an error after this long; the driver's default is 30 s.
        "OPTIONS": {"maxPoolSize": THREADS, "serverSelectionTimeoutMS": 3000},
    },
}
DATABASE_ROUTERS = ["api.routers.ByModel"]
