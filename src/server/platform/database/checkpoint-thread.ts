/** Worker thread that copies the write-ahead log of the embedded file back into the file: started by `checkpoints.ts`. */

import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

export type CheckpointThreadData = { file: string };

/** `checkpoint` is answered by `CheckpointReply`, `close` by the end of the thread. */
export type CheckpointCommand = 'checkpoint' | 'close';

/** How many pages are in the log, and how many of them in the file too; -1 where a checkpoint was under way elsewhere. */
export type CheckpointReply = { log: number; checkpointed: number };

const database = new DatabaseSync((workerData as CheckpointThreadData).file);
// A commit whose pages leave the log must be on disk in the file, as with the connection that writes.
database.exec('pragma synchronous = full; pragma cache_size = -256');
// It does not wait for readers: what they still read stays in the log.
const checkpoint = database.prepare('pragma wal_checkpoint(passive)');

parentPort?.on('message', (command: CheckpointCommand) => {
  if (command === 'checkpoint') {
    parentPort?.postMessage(checkpoint.get() as CheckpointReply);
    return;
  }
  database.close();
  parentPort?.close();
});
