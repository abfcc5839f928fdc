/**
 * The keys that data of contacts is encrypted with, by ENCRYPT_CONTACT_DATA (docs/decisions/095). The newest one encrypts in every
 * process, which looks for it every few seconds; each decrypts. After a new one was made, or the setting was turned on over a
 * database with rows, all rows are encrypted with it, some at a time, each in a lock of its own. So that may be cut off anywhere, and
 * is called again.
 */

import { deleteClusterSetting, findClusterSetting, setClusterSetting } from './database/cluster-settings.ts';
import {
  type Encrypted,
  type EncryptedTable,
  encryptedTables,
  encryptRow,
  findOlder,
  insertDataKey,
  type RowKey,
  readDataKeys,
} from './database/data-keys.ts';
import { resumable } from './database/storage-fault.ts';
import { Refusal } from './errors.ts';
import { checkSecretKey, WrongSecretKey } from './secret-key-check.ts';
import type { ServiceContext } from './service-context.ts';

/** How often a process looks for a newer key. */
export const followMs = 5_000;
/** By then every one has noticed: what was encrypted with a key before is looked for once more. */
export const settleMs = 15_000;

/** The number of the key with which rows are being encrypted again. */
const underWay = 'data-key-rotation';

export type Following = { stop(): void };

/**
 * Where the setting is on: reads the keys, makes the first one, and uses newer ones from then on. Before anything is written.
 *
 * @throws WrongSecretKey when SECRET_KEY does not decrypt the newest
 */
export async function followDataKeys(ctx: ServiceContext): Promise<Following> {
  if (!ctx.config.encryptContactData) return { stop() {} };
  await ensureDataKey(ctx);
  if (ctx.config.secretKey === null && ctx.config.databaseUrl === null)
    ctx.log.warn(
      'Contact data is encrypted, and its key is stored with it: set SECRET_KEY, and keep it elsewhere',
    );
  const { cells, read } = ctx.database;
  const timer = setInterval(async () => {
    const before = cells.currentKey;
    // Asked again after a failure of the database.
    const rows = await readDataKeys(read).catch(() => []);
    cells.learn(rows);
    if (cells.currentKey !== before) ctx.log.info({ key: cells.currentKey }, 'Contact data has a new key');
  }, followMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

async function ensureDataKey(ctx: ServiceContext): Promise<void> {
  const { database, secrets, clock } = ctx;
  const { cells } = database;
  if ((await readDataKeys(database.read)).length === 0) {
    // A key that no other process can read would keep them all from starting.
    await checkSecretKey(ctx);
    const key = secrets.encrypt(cells.newKey());
    await database.write((tx) => insertDataKey(tx, { id: 1, key, created_at: clock.now() }));
  }
  cells.learn(await readDataKeys(database.read));
  if (cells.currentKey === null)
    throw new WrongSecretKey(
      'SECRET_KEY is not the key that the data keys in this database were encrypted with.',
    );
}

/** The sentence at its end, and what comes before by `report`. @throws Refusal where the setting is off; WrongSecretKey */
export async function rotateDataKey(
  ctx: ServiceContext,
  wait: (ms: number) => Promise<void>,
  report: (line: string) => void,
): Promise<string> {
  if (!ctx.config.encryptContactData)
    throw new Refusal('conflict', 'Set ENCRYPT_CONTACT_DATA=1 in every process, and here.');
  await ensureDataKey(ctx);
  try {
    return await encryptAgain(ctx, wait, report);
  } catch (error) {
    throw resumable(error);
  }
}

async function encryptAgain(
  ctx: ServiceContext,
  wait: (ms: number) => Promise<void>,
  report: (line: string) => void,
): Promise<string> {
  const { database } = ctx;
  const number = await beginRotation(ctx);
  report(`Data key ${number} encrypts from now on.`);
  const counts = new Map<string, number>();
  let unreadable = 0;
  const pass = async () => {
    unreadable = 0;
    let encrypted = 0;
    for (const each of encryptedTables) {
      const found = await encryptTable(ctx, each);
      encrypted += found.encrypted;
      unreadable += found.unreadable;
      counts.set(each.table, (counts.get(each.table) ?? 0) + found.encrypted);
    }
    return encrypted;
  };
  await pass();
  report('Waiting until every process has noticed.');
  await wait(settleMs);
  while ((await pass()) > 0);
  await database.write(async (tx) => {
    if ((await findClusterSetting(tx, underWay)) === String(number)) await deleteClusterSetting(tx, underWay);
  });
  for (const [table, rows] of counts) if (rows > 0) report(`${rows}\t${table}`);
  if (unreadable > 0) report(`${unreadable} cells can be decrypted with no key, and are left as they were.`);
  const all = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  return `${all} rows were encrypted with data key ${number}. Older keys stay in the database for its backups.`;
}

/** The number of a new key, or of the one whose rotation was cut off. */
async function beginRotation({ database, secrets, clock }: ServiceContext): Promise<number> {
  const { cells } = database;
  const key = secrets.encrypt(cells.newKey());
  const number = await database.write(async (tx) => {
    const newest = (await readDataKeys(tx)).at(-1)?.id ?? 0;
    if (Number(await findClusterSetting(tx, underWay)) === newest) return newest;
    const id = newest + 1;
    // Where two begin at once, both go on with the key of the first.
    await insertDataKey(tx, { id, key, created_at: clock.now() });
    await setClusterSetting(tx, underWay, String(id));
    return id;
  });
  cells.learn(await readDataKeys(database.read));
  return number;
}

async function encryptTable({ database }: ServiceContext, table: EncryptedTable): Promise<Encrypted> {
  const { cells } = database;
  const all = { encrypted: 0, unreadable: 0 };
  let after: RowKey | null = null;
  for (;;) {
    const { last, older }: Awaited<ReturnType<typeof findOlder>> = await findOlder(
      database.read,
      cells,
      table,
      after,
    );
    if (last === null) return all;
    if (older.length > 0) {
      const done = await database.write(async (tx) => {
        const found: Encrypted[] = [];
        for (const id of older) found.push(await encryptRow(tx, cells, table, id));
        return found;
      });
      for (const each of done) {
        all.encrypted += each.encrypted;
        all.unreadable += each.unreadable;
      }
    }
    after = last;
  }
}
