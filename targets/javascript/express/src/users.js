import { MongoClient } from 'mongodb';

/**
 * The reader of the collection `users`. Connects at the first query, so that the server starts without its
 * database; where none is configured, every read fails.
 */
export function openUsers({ mongodbUri, poolSize }) {
  if (!mongodbUri) {
    return async () => {
      throw new Error('no database: MONGODB_URI is not set');
    };
  }
  const client = new MongoClient(mongodbUri, {
    maxPoolSize: poolSize,
    // A database that is gone is an error after this long; the driver's default is 30 s.
    serverSelectionTimeoutMS: 3000,
  });
  const users = client.db().collection('users');
  return async () => {
    // Does nothing once connected. After a first attempt that failed, the driver makes no other by itself.
    await client.connect();
    const documents = await users.find().sort({ _id: 1 }).toArray();
    return documents.map(({ _id, username, created_at, updated_at }) => ({
      id: _id,
      username,
      created_at,
      updated_at,
    }));
  };
}
