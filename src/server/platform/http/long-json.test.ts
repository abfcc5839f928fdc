import { expect, it } from 'vitest';
import { eventLoopTurn } from '../event-loop-turn.ts';
import { longJson } from './long-json.ts';

const bodies: readonly object[] = [
  [],
  Array.from({ length: 201 }, (_, at) => (at === 7 ? undefined : `${at}`)),
  {},
  { sid: 'FW1', left: undefined, meta: { key: 'flows' } },
  {
    flows: Array.from({ length: 500 }, (_, at) => ({ at, name: `“${at}”`, left: undefined })),
    'a "name"': null,
  },
  { flows: Array.from({ length: 101 }, () => undefined), left: undefined, date: new Date(0) },
  { one: Array.from({ length: 200 }, String), other: Array.from({ length: 300 }, (_, at) => [at]) },
];

it.each(bodies)('writes what JSON.stringify writes: %#', async (body) => {
  expect(await longJson(body)).toBe(JSON.stringify(body));
});

it('lets others have their turn between the entries of a long list', async () => {
  let turns = 0;
  const count = setInterval(() => (turns += 1), 0);
  // Each part takes as long as a turn may.
  const slow = { toJSON: () => Array.from({ length: 1_000 }, (_, at) => at) };
  await longJson({ slow: Array.from({ length: 1_000 }, () => slow) });
  clearInterval(count);
  await eventLoopTurn.enter();
  expect(turns).toBeGreaterThan(5);
});
