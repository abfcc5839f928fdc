/** Long work beside other work on one event loop; the clock is moved by the works themselves. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { EventLoopTurn, maxTurnMs } from './event-loop-turn.ts';

let now = 0;
const events: string[] = [];

/** Work that takes so long, the half of it after an await. */
const work = (name: string, ms: number) => async () => {
  now += ms / 2;
  await Promise.resolve();
  now += ms / 2;
  events.push(name);
};

/** Notes each turn of the event loop until `count` works are done. */
async function turns(count: number): Promise<string> {
  await new Promise<void>((next) => process.nextTick(next));
  events.push('|');
  while (events.filter((event) => event !== '|').length < count) {
    await new Promise((next) => setTimeout(next));
    events.push('|');
  }
  return events.splice(0).join('').replaceAll(/\|+/g, '|');
}

it('lets short works run in the turn in which they are asked for', async () => {
  const turn = new EventLoopTurn(() => now);
  for (const name of 'abc') turn.run(work(name, 1));
  await Promise.resolve();
  await Promise.resolve();
  expect(events.splice(0)).toEqual(['a', 'b', 'c']);
});

it('lets one long work run in each turn, in the order in which they came', async () => {
  const turn = new EventLoopTurn(() => now);
  for (const name of 'abcd') turn.run(work(name, 4 * maxTurnMs));
  expect(await turns(4)).toBe('a|b|c|d|');
});

it('lets several works share a turn until they have taken their time', async () => {
  const turn = new EventLoopTurn(() => now);
  turn.run(work('a', 4 * maxTurnMs));
  for (const name of 'bcdefg') turn.run(work(name, maxTurnMs / 2));
  expect(await turns(7)).toBe('a|bc|de|fg|');
});

it('lets what others wait for begin the next turn', async () => {
  const turn = new EventLoopTurn(() => now);
  for (const name of 'abc') turn.run(work(name, 4 * maxTurnMs));
  turn.runFirst(work('commit', 1));
  const [, next] = (await turns(4)).split('|');
  expect(next).toMatch(/^commit/);
});

it('keeps the context of the caller', async () => {
  const turn = new EventLoopTurn(() => now);
  const storage = new AsyncLocalStorage<string>();
  turn.run(work('a', 4 * maxTurnMs));
  const seen = storage.run('mine', async () => {
    await turn.enter();
    return storage.getStore();
  });
  expect(await seen).toBe('mine');
  events.splice(0);
});
