/**
 * Loaded into the server that is watched (`stalls.ts`): how long its event loop was held up, and how much of that it waited for a processor,
 * which other programs of a shared machine had. SIGUSR2 writes what was longest since the last one to the file `STALLS_FILE`.
 */

import { openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const periodMs = 5;

if (isMainThread && process.env.STALLS_FILE !== undefined) watch(process.env.STALLS_FILE);

function watch(file) {
  const schedule = openSync('/proc/self/schedstat', 'r');
  const text = Buffer.alloc(100);
  /** Milliseconds that the main thread has been ready and not running, from its start. */
  const waited = () => {
    const length = readSync(schedule, text, 0, text.length, 0);
    return Number(text.toString('latin1', 0, length).split(' ')[1]) / 1_000_000;
  };
  let last = { at: performance.now(), waited: waited() };
  let longest = { wall: 0, own: 0 };
  setInterval(() => {
    const next = { at: performance.now(), waited: waited() };
    const wall = Math.max(0, next.at - last.at - periodMs);
    const own = Math.max(0, wall - (next.waited - last.waited));
    longest = { wall: Math.max(longest.wall, wall), own: Math.max(longest.own, own) };
    last = next;
  }, periodMs).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.next`, JSON.stringify(longest));
    renameSync(`${file}.next`, file);
    longest = { wall: 0, own: 0 };
  });
}
