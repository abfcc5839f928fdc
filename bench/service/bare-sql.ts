/** Replays recorded turns with nothing around them: prepared statements on one connection, and commits. */

import { copyFileSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Recording } from './recording.ts';

/**
 * Turns per second when `group` turns share a commit (on average: it need not be whole), on a fresh copy of
 * the recording's database with the product's own settings: WAL, synchronous=FULL, foreign keys, the same cache.
 */
export function replay({ file, turns }: Recording, group: number): number {
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  const database = new DatabaseSync(copy);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  database.exec('pragma cache_size = -65536; pragma temp_store = memory');
  const prepared = new Map<string, StatementSync>();
  const startedAt = performance.now();
  for (let from = 0, groups = 1; from < turns.length; groups += 1) {
    const to = Math.max(from + 1, Math.round(groups * group));
    database.exec('begin immediate');
    for (const turn of turns.slice(from, to)) {
      for (const { sql, values } of turn) {
        let statement = prepared.get(sql);
        if (statement === undefined) {
          statement = database.prepare(sql);
          prepared.set(sql, statement);
        }
        statement.all(...values);
      }
    }
    database.exec('commit');
    from = to;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  database.close();
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  return turns.length / seconds;
}
