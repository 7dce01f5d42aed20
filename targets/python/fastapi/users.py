"""The collection `users`, by PyMongo's asynchronous client."""

from contextlib import asynccontextmanager

from pymongo import AsyncMongoClient

from config import Config


class Users:
    def __init__(self, client: AsyncMongoClient) -> None:
        self._users = client.get_default_database("pitwall")["users"]

    async def all(self) -> list[dict]:
        documents = await self._users.find().sort("_id").to_list()
        return [{"id": document["_id"], **document} for document in documents]


@asynccontextmanager
async def open_users(config: Config, size: int):
    # A database that is gone is an error after this long; the driver's default is 30 s.
    async with AsyncMongoClient(config.mongodb_uri, maxPoolSize=size, serverSelectionTimeoutMS=3000) as client:
        yield Users(client)
