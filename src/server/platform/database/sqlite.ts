/** The embedded database: one SQLite file, written by one connection and read by another. */

import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { type Driver, Kysely, SqliteIntrospector } from 'kysely';
import { threadProgram } from '../checkout.ts';
import { threadEnvironment } from '../config.ts';
import { type EventLoopTurn, eventLoopTurn } from '../event-loop-turn.ts';
import { CellCipher } from './cell-cipher.ts';
import { Checkpoints, longLog } from './checkpoints.ts';
import type { Database } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import type { IntegrityReply, IntegrityThreadData } from './integrity-thread.ts';
import { MarkingSqliteCompiler } from './mark-contact-data.ts';
import { NotificationHub } from './notifications.ts';
import { personalColumns } from './schema/contact-data.ts';
import type { Tables } from './schema/tables.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { faultOf, StorageHealth } from './storage-fault.ts';
import { SynchronousSqliteAdapter } from './synchronous-adapter.ts';

const busyTimeoutMs = 5_000;

/** What holds personal data is rebuilt up to so many rows, and bytes of a table: at most 50 ms, in which nothing else is written. */
const rebuiltRows = 20_000;
const rebuiltBytes = 8 * 1024 * 1024;

/**
 * Opens the file, or creates it; its writes share the turns of the event loop with other work. Other processes may have it open too; which one may serve from it is decided by
 * `lockDataFolder`.
 *
 * @throws when the file cannot be opened or is no database
 */
export function openSqlite(file: string, turn: EventLoopTurn = eventLoopTurn): Database {
  const writer = openConnection(file, false);
  const reader = openConnection(file, true);
  const cells = new CellCipher();
  const health = new StorageHealth();
  // A write by way of reading is a fault of the program.
  const explainRead = (error: unknown) => (faultOf(error) === 'read-only' ? error : health.explain(error));
  const reads = queriesOn(new SqliteConnection(reader, cells, explainRead));
  const connection = new SqliteConnection(writer, cells, (error) => health.explain(error));
  const checkpoints = new Checkpoints(file);
  const group = new GroupCommit(
    connection,
    (guard) => queriesOn(connection, guard),
    turn,
    () => {
      health.noteCommit();
      checkpoints.committed(connection.takeWrittenPages());
    },
  );
  const notifications = new NotificationHub();
  return {
    dialect: 'sqlite',
    cells,
    read: reads,
    replica: reads,
    readAcrossShards: async (query) => [...(await query(reads, null))],
    write: (work) => group.write(work),
    session: () => Promise.reject(new Error('The embedded database has no sessions; use write.')),
    notify: (channel, text = '') => notifications.publish({ channel, text }),
    onNotification: (listener) => notifications.subscribe(listener),
    // There is no other process.
    listen: () => () => {},
    isListening: () => true,
    storageFault: () => health.fault,
    async checkIntegrity(signal) {
      const problem = await checkIntegrity(file, signal);
      if (problem !== null) health.noteDamage();
      return problem;
    },
    nodes: async () => [],
    poolStats: () => ({ open: 2, idle: 2, waiting: group.waiting }),
    limitWaiting() {},
    eraseDeleted: () =>
      checkpoints.suspendDuring(async () => {
        for (const tree of personalTrees(connection)) {
          await group.runBetweenCommits(() => rebuild(connection, tree));
        }
        // Old pages stay in the write-ahead log until it is truncated. With a reader in the way the next call does it.
        await group.runBetweenCommits(() => connection.run('pragma wal_checkpoint(truncate)'));
      }),
    async close() {
      await group.close();
      await checkpoints.close();
      for (const each of [reader, writer]) if (each.isOpen) each.close();
    },
  };
}

function openConnection(file: string, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs });
  try {
    if (!readOnly)
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; ' +
          `pragma wal_autocheckpoint = ${longLog}`,
      );
    database.exec('pragma cache_size = -16384; pragma temp_store = memory');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** An index, or a table that is one: its rows are in the order of its key. */
type Tree = { name: string; table: string };

function personalTrees(connection: SqliteConnection): Tree[] {
  const found = `with inOrder as (select name from pragma_table_list where wr = 1),
      personal as (select value from json_each(?))
    select distinct i.name, i.tbl_name as "table" from sqlite_schema i, pragma_index_info(i.name) c
      where i.type = 'index' and i.tbl_name not in inOrder and i.tbl_name || '.' || c.name in personal
    union select name, name from inOrder
      where exists (select 1 from personal where value like inOrder.name || '.%')`;
  return connection.rowsOf(found, [JSON.stringify(personalColumns)]) as Tree[];
}

/**
 * `secure_delete` zeroes what is deleted where it stands, but not the copies that a page keeps in its unused space when
 * the page was split before. What comes in random order, as addresses do, splits pages often.
 */
function rebuild(connection: SqliteConnection, { name, table }: Tree): void {
  const own = name === table ? personalColumns.filter((column) => column.startsWith(`${table}.`)) : [];
  const size = ['0', ...own.map((column) => `coalesce(octet_length(${column}), 0)`)].join(' + ');
  const measured = `select count(*) as rows, coalesce(sum(size), 0) as bytes
    from (select ${size} as size from "${table}" limit ${rebuiltRows + 1})`;
  const [row] = connection.rowsOf(measured, []) as { rows: number; bytes: number }[];
  if (row === undefined || row.rows > rebuiltRows || row.bytes > rebuiltBytes) return;
  connection.run(`reindex "${name}"`);
}

/** A query builder over one connection; `guard` is called before each query and may refuse by throwing. */
function queriesOn(connection: SqliteConnection, guard: () => void = () => {}): Kysely<Tables> {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => {
      guard();
      return connection;
    },
    releaseConnection: async () => {},
    beginTransaction: rejectTransaction,
    commitTransaction: rejectTransaction,
    rollbackTransaction: rejectTransaction,
    destroy: async () => {},
  };
  const adapter = new SynchronousSqliteAdapter((sql, values) => {
    guard();
    return connection.rowsOf(sql, values);
  });
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new MarkingSqliteCompiler(),
    },
  });
}

async function rejectTransaction(): Promise<never> {
  throw new Error('Transactions are begun by Database.write and nowhere else.');
}

const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/** What is wrong with the file, null when nothing was found or `signal` aborted. @throws when the thread cannot run */
async function checkIntegrity(file: string, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return null;
  const workerData: IntegrityThreadData = { file };
  const thread = new Worker(threadProgram('integrity-thread', import.meta.url), {
    workerData,
    resourceLimits,
    env: threadEnvironment(),
  });
  thread.unref();
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    const replied = once(thread, 'message').then(([reply]) => (reply as IntegrityReply).problem);
    return await Promise.race([replied, once(thread, 'exit').then(() => null)]);
  } finally {
    signal.removeEventListener('abort', end);
    await thread.terminate();
  }
}
