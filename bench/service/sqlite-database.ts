/** The benchmark on SQLite: copied as a file, replayed by prepared statements on one connection. */

import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { CellCipher } from '#server/platform/database/cell-cipher.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { SqliteConnection } from '#server/platform/database/sqlite-connection.ts';
import type { BenchDatabase, DatabaseCopy, SqlBaseline } from './bench-database.ts';
import { fillStatements } from './ended-executions.ts';
import {
  type RecordedCounts,
  type RecordedSql,
  record,
  type Statement,
  seedDatabase,
} from './sql-recording.ts';

/** Records in `folder`. */
export async function prepareSqlite(
  folder: string,
  counts: RecordedCounts,
  postsTo: string | null = null,
): Promise<BenchDatabase> {
  const file = join(folder, 'seeded.db');
  const flows = await seedDatabase(openSqlite(file), postsTo);
  const recordingCopy = join(folder, 'recorded.db');
  copyFileSync(file, recordingCopy);
  const recording = await record(openSqlite(recordingCopy), flows, listen, counts);
  remove(recordingCopy);
  let copies = 0;
  return {
    name: 'embedded',
    recording,
    isDistributed: false,
    maxProcesses: 1,
    warmUpSeconds: 2,
    atShare: (work) => work(),
    processorMs: () => 0,
    async copy() {
      copies += 1;
      const copyFolder = join(folder, `copy-${copies}`);
      mkdirSync(copyFolder);
      copyFileSync(file, join(copyFolder, 'patchbay.db'));
      return copyIn(copyFolder);
    },
  };
}

function copyIn(folder: string): DatabaseCopy {
  const file = join(folder, 'patchbay.db');
  return {
    environment: { DATA_DIR: folder },
    replay: async (recorded, baseline) => replay(file, recorded, baseline),
    async fill(from, to) {
      const database = new DatabaseSync(file);
      database.exec('pragma synchronous = off; pragma cache_size = -1000000; pragma foreign_keys = off');
      for (const sql of fillStatements('sqlite', from, to)) database.exec(sql);
      database.close();
      const descriptor = openSync(file, 'r+');
      // Otherwise the write-back would happen during the measurement and delay its commits.
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The product's own settings: WAL, synchronous=FULL, foreign keys, secure_delete, the same cache. */
export const productPragmas =
  'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; ' +
  'pragma secure_delete = on; pragma cache_size = -16384; pragma temp_store = memory';

function replay(file: string, recorded: RecordedSql, { group }: SqlBaseline): number {
  // A server that is idle still writes at times: it counts transitions, or copies its log back.
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec(productPragmas);
  const prepared = new Map<string, StatementSync>();
  const startedAt = performance.now();
  for (let from = 0, groups = 1; from < recorded.length; groups += 1) {
    const to = Math.max(from + 1, Math.round(groups * group));
    database.exec('begin immediate');
    for (const { sql, values } of recorded.slice(from, to).flatMap(({ statements }) => statements)) {
      let statement = prepared.get(sql);
      if (statement === undefined) {
        statement = database.prepare(sql);
        prepared.set(sql, statement);
      }
      statement.all(...(values as SQLInputValue[]));
    }
    database.exec('commit');
    from = to;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  database.close();
  return recorded.length / seconds;
}

function remove(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

const unencrypted = new CellCipher();

function listen(onStatement: (statement: Statement) => void): () => void {
  const { executeQuery, rowsOf } = SqliteConnection.prototype;
  SqliteConnection.prototype.executeQuery = function recorded(query) {
    onStatement({ sql: query.sql, values: unencrypted.bind(query.parameters) });
    return executeQuery.call(this, query) as never;
  };
  SqliteConnection.prototype.rowsOf = function recorded(sql, values) {
    onStatement({ sql, values: unencrypted.bind(values) });
    return rowsOf.call(this, sql, values);
  };
  return () => {
    Object.assign(SqliteConnection.prototype, { executeQuery, rowsOf });
  };
}
