/** Stopping the parts of a server: one that does not end is named, and a start that fails leaves none behind. */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from './platform/config.ts';
import { start, stopInOrder } from './start.ts';

it('stops the stages one after the other, the parts of one at the same time', async () => {
  const log: string[] = [];
  const part = (name: string) => async () => {
    log.push(`${name} stops`);
    await null;
    log.push(`${name} stopped`);
  };
  const stages = [{ first: part('first') }, { a: part('a'), b: part('b') }];
  expect(await stopInOrder(stages)).toBe(null);
  expect(log).toEqual([
    ...['first stops', 'first stopped'],
    ...['a stops', 'b stops', 'a stopped', 'b stopped'],
  ]);
});

it('names the parts that have not stopped in time, and begins none after them', async () => {
  const stopped: string[] = [];
  const stop = (name: string) => async () => stopped.push(name);
  const hang = () => new Promise(() => {});
  const stages = [
    { first: stop('first') },
    { jobs: hang, sinks: hang, beside: stop('beside') },
    { last: hang },
  ];
  expect(await stopInOrder(stages, 1)).toBe('jobs, sinks');
  expect(stopped).toEqual(['first', 'beside']);
});

it('serves nothing after a start that failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-failed-start-'));
  const taken = createServer().listen(0, '127.0.0.1');
  const free = createServer().listen(0, '127.0.0.1');
  await Promise.all([once(taken, 'listening'), once(free, 'listening')]);
  const [smtpPort, port] = [taken, free].map((each) => (each.address() as AddressInfo).port);
  free.close();
  await once(free, 'close');
  const config = readConfig({
    ...{ HOST: '127.0.0.1', PORT: String(port), SMTP_PORT: String(smtpPort) },
    ...{ DATA_DIR: folder, LOG_LEVEL: 'silent' },
  });
  try {
    await expect(start(config)).rejects.toThrow('cannot receive email');
    // A request would be answered as if it were at fault that there is no database.
    await expect(fetch(`http://127.0.0.1:${port}/v2/Flows`)).rejects.toThrow('fetch failed');
  } finally {
    taken.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
