import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

/** The number of kills in each kill test: six in `npm run test:all`, thirty in `npm run test:kill`. */
export const kills = Number(process.env.KILL_ROUNDS ?? 6);

/** A write may take that long on the disk of a busy machine. */
const writeMs = 120_000;

/**
 * Kills and restarts the server under load, each time at a random moment after at least two writes that it has acknowledged since
 * it was ready: a kill before them would show nothing.
 *
 * @param acknowledged how many writes the server has acknowledged
 * @param onKill called between the end of the server and its start
 */
export async function killRepeatedly(
  server: ServerProcess,
  acknowledged: () => number,
  onKill: () => void = () => {},
): Promise<void> {
  for (let count = 0; count < kills; count += 1) {
    await moreThan(acknowledged, acknowledged() + 1);
    await sleep(50 + Math.random() * 700);
    await server.kill();
    onKill();
    await server.start();
  }
}

/** Waits until the count is above that. @throws Error where it does not get there */
export async function moreThan(count: () => number, than: number): Promise<void> {
  for (const deadline = Date.now() + writeMs; count() <= than; await sleep(20))
    if (Date.now() > deadline) throw new Error(`${count()} writes were acknowledged, no more than ${than}`);
}

/** Waits until that holds, at most four minutes: what a test then looks at says what is missing. */
export async function settled(isSettled: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 2 * writeMs; !(await isSettled()) && Date.now() < deadline; )
    await sleep(250);
}
