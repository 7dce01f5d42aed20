import { type Db, ObjectId } from 'mongodb';
import type { UserDocument } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';

/** The documents of `users` as the database holds them. */
interface StoredUser {
  _id: ObjectId;
  username: string;
  created_at: Date;
  updated_at: Date;
}

const USERS = 'users';
const AWAY = 'users_away';
/**
 * MongoDB has no comments on collections. This one holds the unique identifiers of those that Pitwall made:
 * somebody else's `users` is never dropped, and neither is one that they put in the place of ours.
 */
const MARKER = 'pitwall_made';

interface Mark {
  _id: string;
  note: string;
}

export async function seedUsers(database: Db, users: readonly UserDocument[]): Promise<void> {
  const ours = await requireOwnCollections(database);
  for (const name of ours) await database.dropCollection(name);
  await database.createCollection(USERS);
  const made = (await collectionsIn(database)).find(({ name }) => name === USERS);
  await database.collection<Mark>(MARKER).insertOne({
    _id: made?.uuid ?? '',
    note: 'Made by Pitwall; it is dropped and made anew for every round.',
  });
  await database.collection<StoredUser>(USERS).insertMany(
    users.map(({ id, username, created_at, updated_at }) => ({
      _id: ObjectId.createFromHexString(id),
      username,
      created_at: new Date(created_at),
      updated_at: new Date(updated_at),
    })),
  );
}

interface Collection {
  name: string;
  uuid: string;
  isView: boolean;
}

async function collectionsIn(database: Db): Promise<Collection[]> {
  const listed = await database.listCollections({}, { nameOnly: false }).toArray();
  return listed.map(({ name, type, info }) => ({
    name,
    uuid: info?.uuid?.toString() ?? '',
    isView: type === 'view',
  }));
}

/** Those of our collections that are there, whose marks go. A view has no identifier: it stands for what is away. */
async function requireOwnCollections(database: Db): Promise<string[]> {
  const there = (await collectionsIn(database)).filter(({ name }) => name === USERS || name === AWAY);
  const marks = await database.collection<Mark>(MARKER).find().toArray();
  const made = new Set(marks.map(({ _id }) => _id));
  const foreign = there.find(({ uuid, isView }) => !made.has(uuid) && !(isView && there.length === 2));
  if (foreign) {
    throw new PitwallError({
      what: 'The database holds a collection that is not Pitwall’s',
      where: `collection ${foreign.name}`,
      expected: 'none, or the one that Pitwall made: it is dropped before every round',
      seen: `a collection ${foreign.name} of somebody else`,
      next: 'Point PITWALL_MONGODB_URL at an empty database made for the benchmark',
    });
  }
  if (marks.length > 0) await database.collection<Mark>(MARKER).deleteMany({});
  return there.map(({ name }) => name);
}

/** Nothing is read for it: the old name is what the seed said. */
export async function renameUser(database: Db, id: string, username: string): Promise<void> {
  const result = await database
    .collection<StoredUser>(USERS)
    .updateOne({ _id: ObjectId.createFromHexString(id) }, { $set: { username } });
  if (result.matchedCount === 1) return;
  throw new PitwallError({
    what: 'There is no document to change',
    where: `collection ${USERS}, _id ${id}`,
    expected: 'the seeded documents',
    seen: 'no such document',
    next: 'Run the same command again: it seeds the collection first',
  });
}

export async function countUsers(database: Db): Promise<{ rows: number; distinctIds: number }> {
  const found = await database
    .collection(USERS)
    .find({}, { projection: { _id: 1 } })
    .toArray();
  return { rows: found.length, distinctIds: new Set(found.map(({ _id }) => String(_id))).size };
}

/**
 * A query of a collection that is not there is no error, it finds nothing. So a view takes its place that fails
 * at the first document: no name is a number.
 */
export async function breakUsers(database: Db): Promise<void> {
  await database.collection(USERS).rename(AWAY);
  await database.createCollection(USERS, {
    viewOn: AWAY,
    pipeline: [{ $match: { $expr: { $eq: [{ $toInt: '$username' }, 0] } } }],
  });
}

export async function mendUsers(database: Db): Promise<void> {
  const names = (await collectionsIn(database)).map(({ name }) => name);
  if (!names.includes(AWAY)) return;
  if (names.includes(USERS)) await database.dropCollection(USERS);
  await database.collection(AWAY).rename(USERS);
}
