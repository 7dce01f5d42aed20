"""PostgreSQL and MySQL by SQLAlchemy's ORM, over the drivers of the other variants."""

from contextlib import asynccontextmanager
from datetime import datetime
from decimal import Decimal

from sqlalchemy import URL, Numeric, select
from sqlalchemy.dialects.mysql import BIGINT, DATETIME
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from config import Config
from models import NewAccount


class Base(DeclarativeBase):
    pass


class Menu(Base):
    __tablename__ = "sys_menu"

    id: Mapped[Decimal] = mapped_column(Numeric(24, 0), primary_key=True)
    name: Mapped[str]
    show_flag: Mapped[int]
    create_date: Mapped[datetime]
    code: Mapped[str]
    parent_code: Mapped[str | None]


class Account(Base):
    __tablename__ = "accounts"

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    created_at: Mapped[datetime] = mapped_column(DATETIME(fsp=3))
    updated_at: Mapped[datetime] = mapped_column(DATETIME(fsp=3))
    register_date: Mapped[datetime] = mapped_column(DATETIME(fsp=3))
    name: Mapped[str]
    # In no answer, hence loaded only if asked for.
    password: Mapped[str] = mapped_column(deferred=True)
    nick_name: Mapped[str]
    introduction: Mapped[str]
    status: Mapped[int]


class Menus:
    def __init__(self, sessions: async_sessionmaker) -> None:
        self._sessions = sessions

    async def first(self, limit: int):
        async with self._sessions() as session:
            return (await session.scalars(select(Menu).order_by(Menu.id).limit(limit))).all()


class Accounts:
    def __init__(self, sessions: async_sessionmaker) -> None:
        self._sessions = sessions

    async def all(self):
        async with self._sessions() as session:
            return (await session.scalars(select(Account).order_by(Account.id))).all()

    async def find(self, id: int) -> Account | None:
        async with self._sessions() as session:
            return await session.get(Account, id)

    async def add(self, account: NewAccount, now: datetime) -> Account:
        row = Account(created_at=now, updated_at=now, **account.model_dump())
        async with self._sessions() as session:
            session.add(row)
            await session.commit()
        return row


@asynccontextmanager
async def open_orm(config: Config, size: int):
    # The pool has no connections beyond its size.
    settings = {"pool_size": size, "max_overflow": 0}
    # asyncpg reads the libpq names of the environment itself.
    postgresql = create_async_engine("postgresql+asyncpg://", connect_args={"timeout": 5}, **settings)
    mysql = create_async_engine(_url(config), connect_args={"connect_timeout": 5, "stmt_cache_size": 16}, **settings)
    # An object is answered after its session has ended, as it is.
    sessions = [async_sessionmaker(engine, expire_on_commit=False) for engine in (postgresql, mysql)]
    yield Menus(sessions[0]), Accounts(sessions[1])
    await postgresql.dispose()
    await mysql.dispose()


def _url(config: Config) -> URL:
    words = {"username" if key == "user" else key: value for key, value in config.mysql.items()}
    return URL.create("mysql+asyncmy", query={"charset": "utf8mb4"}, **words)
