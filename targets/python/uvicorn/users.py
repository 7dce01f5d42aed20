"""The collection `users`, by PyMongo's asynchronous client."""

from contextlib import asynccontextmanager

from pymongo import AsyncMongoClient


class Users:
    def __init__(self, client: AsyncMongoClient) -> None:
        self._users = client.get_default_database("pitwall")["users"]

    async def all(self) -> list[dict]:
        return [
            {
                "id": str(document["_id"]),
                "username": document["username"],
                "created_at": _shown(document["created_at"]),
                "updated_at": _shown(document["updated_at"]),
            }
            for document in await self._users.find().sort("_id").to_list()
        ]


@asynccontextmanager
async def open_users(uri: str | None, size: int):
    # A database that is gone is an error after this long; the driver's default is 30 s.
    async with AsyncMongoClient(uri, maxPoolSize=size, serverSelectionTimeoutMS=3000) as client:
        yield Users(client)


def _shown(instant) -> str:
    return instant.isoformat(timespec="milliseconds") + "Z"
