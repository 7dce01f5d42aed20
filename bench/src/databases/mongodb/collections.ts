import { type Db, type Document, ObjectId } from 'mongodb';
import {
  databaseFacts,
  type JsonValue,
  type SharedData,
  type Table,
  type TableRow,
} from '../../model/index.ts';
import { awayOf, foreignTable, noSuchRow, OWNER } from '../tables.ts';

/**
 * MongoDB has no comments on collections, so this collection holds the unique identifiers of those that
 * Pitwall made. Pitwall never drops a collection from elsewhere, even if it replaced one of Pitwall's.
 */
const MARKER = 'pitwall_made';

interface Mark {
  _id: string;
  note: string;
}

export async function seedCollections(
  database: Db,
  tables: readonly Table[],
  data: SharedData,
): Promise<void> {
  const ours = await requireOwnCollections(database, tables);
  for (const name of ours) await database.dropCollection(name);
  // Only now: without their marks, those that were still there after a failure would be taken for another's.
  await database.collection<Mark>(MARKER).deleteMany({});
  for (const table of tables) await seedCollection(database, table, data.of(table.rows));
}

async function seedCollection(database: Db, table: Table, rows: readonly TableRow[]): Promise<void> {
  const { name } = table;
  await database.createCollection(name);
  const made = (await collectionsIn(database)).find((collection) => collection.name === name);
  await database.collection<Mark>(MARKER).insertOne({ _id: made?.uuid ?? '', note: OWNER });
  await database.collection(name).insertMany(rows.map((row) => documentOf(table, row)));
}

function documentOf({ columns }: Table, row: TableRow): Document {
  const values = Object.entries(columns).map(([column, type]) => [
    column === 'id' ? '_id' : column,
    storedAs(type, row[column] ?? null),
  ]);
  return Object.fromEntries(values);
}

function storedAs(type: string, value: JsonValue): unknown {
  if (type === 'objectId') return ObjectId.createFromHexString(String(value));
  return type === 'date' && value !== null ? new Date(String(value)) : value;
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

/**
 * Returns our existing collections; throws if one is not ours. A view has no identifier: it is ours if it replaces a
 * collection that is away.
 */
async function requireOwnCollections(database: Db, tables: readonly Table[]): Promise<string[]> {
  const away = new Map(tables.map((table) => [table.name, awayOf(table)]));
  const ours = [...away.keys(), ...away.values()];
  const there = (await collectionsIn(database)).filter(({ name }) => ours.includes(name));
  const marks = await database.collection<Mark>(MARKER).find().toArray();
  const made = new Set(marks.map(({ _id }) => _id));
  const standsFor = ({ name, isView }: Collection): boolean =>
    isView && there.some((other) => other.name === away.get(name));
  const foreign = there.find((collection) => !made.has(collection.uuid) && !standsFor(collection));
  if (foreign)
    throw foreignTable({ what: 'collection', name: foreign.name }, databaseFacts.mongodb.urlVariable);
  return there.map(({ name }) => name);
}

/** Gives the stored document with this id the values of `row`. */
export async function setDocument(database: Db, table: Table, row: TableRow): Promise<void> {
  const { name } = table;
  const { _id, ...values } = documentOf(table, row);
  const { matchedCount } = await database.collection(name).updateOne({ _id }, { $set: values });
  if (matchedCount !== 1) throw noSuchRow({ what: 'collection', name }, row.id);
}

export async function countDocuments(
  database: Db,
  { name }: Table,
): Promise<{ rows: number; distinctIds: number }> {
  const found = await database
    .collection(name)
    .find({}, { projection: { _id: 1 } })
    .toArray();
  return { rows: found.length, distinctIds: new Set(found.map(({ _id }) => String(_id))).size };
}

/**
 * Replaces each collection by a view that fails at the first document, because it converts a text to a
 * number. A query of a missing collection would find nothing instead of failing.
 */
export async function breakCollections(database: Db, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    await database.collection(table.name).rename(awayOf(table));
    await database.createCollection(table.name, {
      viewOn: awayOf(table),
      pipeline: [{ $match: { $expr: { $eq: [{ $toInt: `$${table.changes[0]}` }, 0] } } }],
    });
  }
}

export async function repairCollections(database: Db, tables: readonly Table[]): Promise<void> {
  const names = (await collectionsIn(database)).map(({ name }) => name);
  for (const table of tables.filter((candidate) => names.includes(awayOf(candidate)))) {
    if (names.includes(table.name)) await database.dropCollection(table.name);
    await database.collection(awayOf(table)).rename(table.name);
  }
}
