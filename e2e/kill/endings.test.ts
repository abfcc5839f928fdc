/**
 * Crash test of ending executions with a publish: the server is killed in the middle, more than once. The job goes on
 * after each restart, every execution is ended once and counted once, and those of the new revision go on.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { ask, flowOf } from '#server/flows/testing/flows.ts';
import { ServerProcess } from './server-process.ts';

/** More than one job ends: a job proceeds in batches of 200 and hands over after five. */
const left = 1_100;
const goingOn = 5;
/** The server is killed once so many have ended. */
const killsAt = [1, 500];
const clients = 8;
const port = 21_490;
const base = `http://127.0.0.1:${port}`;
const account = `AC${'c'.repeat(32)}`;
const authorization = `Basic ${Buffer.from(`${account}:token-of-the-kill-test`).toString('base64')}`;

type Ending = { status: string; total: number | null; ended: number; failed: number };
type View = { execution: { status: string }; steps: { name: string }[] };

const folder = mkdtempSync(join(tmpdir(), 'patchbay-kill-'));
const server = new ServerProcess({
  PORT: String(port),
  SMTP_PORT: 'off',
  DATA_DIR: folder,
  PATCHBAY_ACCOUNT_SID: account,
  PATCHBAY_AUTH_TOKEN: 'token-of-the-kill-test',
  LOG_LEVEL: 'error',
  START_LIMIT_REST: '0',
});

beforeAll(() => server.start());
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request; a form makes it a POST. @throws when the response is missing or no success */
async function call<Response>(path: string, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(base + path, {
    method: form === undefined ? 'GET' : 'POST',
    headers: { authorization },
    ...(form !== undefined && { body: new URLSearchParams(form) }),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Response;
}

/** The results of `work` for the numbers below `count`, some of them at a time. */
async function inParallel<Result>(
  count: number,
  work: (number: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      results[number] = await work(number);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
}

it('ends every execution once, and counts it once, when the server is killed in between', async () => {
  const definition = (text: string) => JSON.stringify(flowOf(ask('ask', text, 86_400, null, null)));
  const Status = 'published';
  const { sid: flow } = await call<{ sid: string }>(paths.flows, {
    ...{ FriendlyName: 'Endings', Status, Definition: definition('First?') },
  });
  const started = async (number: number) => {
    const form = { To: `+1500${String(number).padStart(7, '0')}`, From: '+15559999' };
    return (await call<{ sid: string }>(paths.executions(flow), form)).sid;
  };
  const behind = await inParallel(left, started);
  await call(paths.flow(flow), { Status, Definition: definition('Second?') });
  const later = await inParallel(goingOn, (number) => started(left + number));

  await call(paths.executionEndings(flow), { Executions: 'all' });
  const endings = async () =>
    (await call<{ execution_endings: Ending[] }>(paths.executionEndings(flow))).execution_endings;
  const endedAtKills: number[] = [];
  const until = async (isReached: (ending: Ending) => boolean): Promise<Ending> => {
    for (;;) {
      const [ending, ...others] = await endings();
      expect(others).toEqual([]);
      if (ending !== undefined && (isReached(ending) || ending.status === 'completed')) return ending;
      await sleep(5);
    }
  };
  for (const kill of killsAt) {
    const { ended, status } = await until((ending) => ending.ended >= kill);
    if (status === 'running') endedAtKills.push(ended);
    await server.kill();
    await server.start();
  }
  expect(endedAtKills.length, 'kills in the middle').toBeGreaterThan(0);

  expect(await until(() => false)).toMatchObject({ total: left, ended: left, failed: 0 });
  const viewOf = (sid: string | undefined) => call<View>(paths.executionView(flow, sid ?? ''));
  const views = await inParallel(left, (number) => viewOf(behind[number]));
  const outcomes = views.map(({ execution, steps }) =>
    [execution.status, ...steps.map(({ name }) => name)].join(' '),
  );
  expect([...new Set(outcomes)]).toEqual(['ended incomingRequest stopped']);
  for (const sid of later) expect((await viewOf(sid)).execution.status).toBe('active');
});
