import { Inject, Injectable } from '@nestjs/common';
import { type Collection, MongoClient, type ObjectId } from 'mongodb';
import { CONFIG, type Config } from '../config.js';

interface UserDocument {
  _id: ObjectId;
  username: string;
  created_at: Date;
  updated_at: Date;
}

/**
 * The collection `users`. Connects at the first query, so that the server starts without its database; where
 * none is configured, every read fails.
 */
@Injectable()
export class UsersService {
  private readonly client: MongoClient | undefined;
  private readonly users: Collection<UserDocument> | undefined;

  constructor(@Inject(CONFIG) { mongodbUri, poolSize }: Config) {
    if (!mongodbUri) return;
    this.client = new MongoClient(mongodbUri, {
      maxPoolSize: poolSize,
      // A database that is gone is an error after this long; the driver's default is 30 s.
      serverSelectionTimeoutMS: 3000,
    });
    this.users = this.client.db().collection<UserDocument>('users');
  }

  async all() {
    if (!this.client || !this.users) throw new Error('no database: MONGODB_URI is not set');
    // Does nothing once connected. After a first attempt that failed, the driver makes no other by itself.
    await this.client.connect();
    const documents = await this.users.find().sort({ _id: 1 }).toArray();
    return documents.map(({ _id, username, created_at, updated_at }) => ({
      id: _id,
      username,
      created_at,
      updated_at,
    }));
  }
}
