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
import type { Tables } from './schema/tables.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { faultOf, StorageHealth } from './storage-fault.ts';
import { SynchronousSqliteAdapter } from './synchronous-adapter.ts';

const busyTimeoutMs = 5_000;

/**
 * The indexes that hold addresses of contacts, and up to how many executions they are rebuilt: about 40 ms, in which
 * nothing else is written.
 */
const addressIndexes = ['executions_by_contact', 'executions_one_per_pair', 'executions_beside_pair'];
const rebuiltExecutions = 20_000;

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
    eraseDeleted: () =>
      checkpoints.suspendDuring(() => group.runBetweenCommits(() => eraseDeleted(connection))),
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

/**
 * `secure_delete` zeroes what is deleted where it stands, but not the copies that a page keeps in its unused space when
 * the page was split before. Names of contacts are put into indexes in random order, so their pages split often.
 */
function eraseDeleted(connection: SqliteConnection): void {
  const counted = `select 1 from executions limit ${rebuiltExecutions + 1}`;
  if (connection.rowsOf(counted, []).length <= rebuiltExecutions) {
    for (const index of addressIndexes) connection.run(`reindex ${index}`);
  }
  // Old pages stay in the write-ahead log until it is truncated. With a reader in the way the next call does it.
  connection.run('pragma wal_checkpoint(truncate)');
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
