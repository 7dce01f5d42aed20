class ByModel:
    """Each model says in which database it is."""

    def db_for_read(self, model, **_hints) -> str:
        return model.database

    def db_for_write(self, model, **_hints) -> str:
        return model.database
