/** Worker thread that checks the embedded file table by table, and rests after each: started by `sqlite.ts`. */

import { DatabaseSync } from 'node:sqlite';
import { setTimeout as rest } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../background-thread.ts';
import { faultOf } from './storage-fault.ts';

export type IntegrityThreadData = { file: string };

/** What is wrong, in SQLite's words; null when every table was found sound. */
export type IntegrityReply = { problem: string | null };

/** It works a tenth of the time, so that it leaves the disk to others. */
const restPerWork = 9;
const maxRestMs = 10_000;

async function findProblem(database: DatabaseSync): Promise<string | null> {
  const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all();
  for (const { name } of tables) {
    const began = performance.now();
    // quick_check reads each page of the table and its indexes once; what is sound gives one row, 'ok'.
    const [row] = database.prepare(`pragma quick_check("${String(name)}")`).all();
    const result = Object.values(row ?? {})[0];
    if (result !== 'ok') return `${String(name)}: ${String(result)}`;
    await rest(Math.min(maxRestMs, (performance.now() - began) * restPerWork));
  }
  return null;
}

lowerThreadPriority();
const database = new DatabaseSync((workerData as IntegrityThreadData).file, { readOnly: true });
database.exec('pragma cache_size = -1024');
const problem = await findProblem(database).catch((error: unknown) => {
  if (faultOf(error) === 'damaged') return String(error);
  throw error;
});
parentPort?.postMessage({ problem } satisfies IntegrityReply);
database.close();
