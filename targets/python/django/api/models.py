"""The tables, which the harness makes and fills."""

from django.db import models
from django_mongodb_backend.fields import ObjectIdAutoField


class Menu(models.Model):
    database = "default"

    id = models.DecimalField(max_digits=24, decimal_places=0, primary_key=True)
    name = models.CharField(max_length=100)
    show_flag = models.SmallIntegerField()
    create_date = models.DateTimeField()
    code = models.CharField(max_length=100)
    parent_code = models.CharField(max_length=100, null=True)

    class Meta:
        managed = False
        db_table = "sys_menu"


class Account(models.Model):
    database = "mysql"

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True)
    register_date = models.DateTimeField()
    name = models.CharField(max_length=100)
    password = models.CharField(max_length=100)
    nick_name = models.CharField(max_length=100)
    introduction = models.CharField(max_length=500)
    status = models.SmallIntegerField()

    class Meta:
        managed = False
        db_table = "accounts"


class User(models.Model):
    database = "mongodb"

    id = ObjectIdAutoField(primary_key=True)
    username = models.CharField(max_length=100)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "users"
