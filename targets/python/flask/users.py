"""The collection `users`, by PyMongo."""


from pymongo import MongoClient


class Users:
    def __init__(self, uri: str | None, size: int) -> None:
        # A database that is gone is an error after this long; the driver's default is 30 s.
        client = MongoClient(uri, maxPoolSize=size, serverSelectionTimeoutMS=3000)
        self._users = client.get_default_database("pitwall")["users"]

    def all(self) -> list[dict]:
        return [
            {
                "id": str(document["_id"]),
                "username": document["username"],
                "created_at": _shown(document["created_at"]),
                "updated_at": _shown(document["updated_at"]),
            }
            for document in self._users.find().sort("_id")
        ]


def _shown(instant) -> str:
    return instant.isoformat(timespec="milliseconds") + "Z"
