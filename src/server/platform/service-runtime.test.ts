/** SIDs, tokens, the redacted log, the base URL and the wake of a service context. */

import { setImmediate as nextMoment } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isSid } from '#api/sid.ts';
import { readConfig } from './config.ts';
import { CellCipher } from './database/cell-cipher.ts';
import type { Database } from './database/database.ts';
import { createServiceRuntime } from './service-runtime.ts';

const nowhere = { cells: new CellCipher() } as Database;

it('generates SIDs in ascending order, also when the clock stands still or goes back', () => {
  let now = 1_000_000;
  const { ids } = createServiceRuntime(readConfig({}), nowhere, () => now).ctx;
  const made = Array.from({ length: 70_000 }, () => ids.sid('FW'));
  now -= 500;
  made.push(ids.sid('FW'));
  now += 5_000;
  made.push(ids.sid('FW'));
  expect(made.every((sid) => isSid('FW', sid))).toBe(true);
  expect(made.every((sid, n) => n === 0 || sid > String(made[n - 1]))).toBe(true);
});

it('generates tokens that do not repeat', () => {
  const { ids } = createServiceRuntime(readConfig({}), nowhere).ctx;
  const made = new Set(Array.from({ length: 1_000 }, () => ids.token()));
  expect(made.size).toBe(1_000);
  expect([...made].every((token) => /^[0-9a-f]{32}$/.test(token))).toBe(true);
});

it('generates ordered tokens, of which half is random', () => {
  const { ids } = createServiceRuntime(readConfig({}), nowhere, () => 1_000_000).ctx;
  const made = Array.from({ length: 1_000 }, () => ids.orderedToken());
  expect(made.every((token) => /^[0-9a-f]{32}$/.test(token))).toBe(true);
  expect(made.every((token, n) => n === 0 || token > String(made[n - 1]))).toBe(true);
  expect(new Set(made.map((token) => token.slice(16))).size).toBe(1_000);
});

it('redacts credentials and personal data in the log', () => {
  const lines: string[] = [];
  const { log } = createServiceRuntime(readConfig({}), nowhere, undefined, {
    write: (line) => void lines.push(line),
  }).ctx;
  log.info({ auth_token: 'one', request: { headers: { authorization: 'two', cookie: 'three' } } }, 'Said');
  log.info({ message: { body: 'four' }, token: 'five', execution: { context: 'six' } }, 'Said again');
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toMatch(/one|two|three|four|five|six/);
  expect(lines[0]).toContain('Said');
});

it('has PUBLIC_URL as its base URL, otherwise where it listens', () => {
  const world = createServiceRuntime(readConfig({}), nowhere);
  world.setListeningUrl('http://127.0.0.1:5555');
  expect(world.ctx.publicUrl()).toBe('http://127.0.0.1:5555');
  const known = createServiceRuntime(readConfig({ PUBLIC_URL: 'https://flows.example.org' }), nowhere);
  known.setListeningUrl('http://127.0.0.1:5555');
  expect(known.ctx.publicUrl()).toBe('https://flows.example.org');
});

it('wakes the pollers of a kind of work once for all signals of one moment, or forwards what has no poller', async () => {
  const { ctx } = createServiceRuntime(readConfig({}), nowhere);
  const woken: string[] = [];
  const end = ctx.work.poll('jobs', () => void woken.push('jobs'));
  ctx.work.forward((kind) => void woken.push(`forwarded ${kind}`));
  ctx.wake('jobs');
  ctx.wake('jobs', 'turns');
  await nextMoment();
  expect(woken).toEqual(['jobs', 'forwarded turns']);
  end();
  ctx.wake();
  await nextMoment();
  expect(woken.slice(2)).toEqual([
    'forwarded jobs',
    'forwarded events',
    'forwarded turns',
    'forwarded audit',
  ]);
});

it('draws random numbers from 0 to 1', () => {
  const { random } = createServiceRuntime(readConfig({}), nowhere).ctx;
  const drawn = Array.from({ length: 5_000 }, random);
  expect(drawn.every((each) => each >= 0 && each < 1)).toBe(true);
  expect(new Set(drawn).size).toBeGreaterThan(4_900);
});
