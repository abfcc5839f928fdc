/**
 * Calls: how long a post about a call waits for its document, with 100 calls at once, beside a bare route under the same
 * load; and 1,000 calls in progress in one process, by posts and over WebSockets: its memory, and what a key waits for then.
 * Prints a table and whether the bounds hold (p99 below 50 ms, peak below 400 MB); the exit code is 1 when one does not. `--quick` measures for a quarter of the time.
 */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { publish } from '../../e2e/attacks/hostile-request.ts';
import { type RunningServer, startServer } from '../../e2e/server.ts';
import { account, token } from '../service/conversation.ts';
import { freePort } from '../service/free-port.ts';
import { startProcess, stopAll } from '../service/servers.ts';
import { definition } from './call-flow.ts';
import type { CallersOptions, CallersResult } from './callers.ts';

const seconds = process.argv.includes('--quick') ? 8 : 30;
const warmUpSeconds = seconds / 4;
const [calls, held] = [100, 1_000];
/** A caller presses a key so often; a held call so often. */
const [keyMs, heldKeyMs] = [1_000, 10_000];

const bounds = { p99: 50, memoryMb: 400 };

type Row = {
  name: string;
  result: CallersResult;
  bare: CallersResult | null;
  memory: Memory | null;
  /** As much as the server can take: a key waits for those of all other calls, at a bare route as well. */
  isFull?: boolean;
};
type Memory = { residentMb: number; peakMb: number };

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
let firstCall = 0;

/** `memory` is that of the server while the calls are in progress, near the end of the time. */
async function callers(
  options: Omit<CallersOptions, 'firstCall'>,
): Promise<{ result: CallersResult; memory: Memory | null }> {
  const child = spawn(process.execPath, [file('callers.ts'), JSON.stringify({ ...options, firstCall })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  firstCall += options.calls;
  let result: CallersResult | null = null;
  let timer: NodeJS.Timeout | undefined;
  let memory: Memory | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as CallersResult | { begun: number };
    if ('done' in said) result = said;
    else
      timer = setTimeout(() => {
        memory = memoryOf(server);
      }, options.seconds * 900);
  }
  clearTimeout(timer);
  if (result === null) throw new Error('The callers ended early.');
  return { result, memory };
}

function memoryOf({ pid }: RunningServer): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { residentMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}

const server = await startServer({
  // Callers have one address.
  env: {
    LOG_LEVEL: 'error',
    CONNECTION_LIMIT: '0',
    PATCHBAY_ACCOUNT_SID: account,
    PATCHBAY_AUTH_TOKEN: token,
  },
});
const port = await freePort();
const bareServer = await startProcess([], file('bare-server.ts'), { PORT: String(port) });
const rows: Row[] = [];
try {
  const flow = await publish({ url: server.url, account: { sid: account, token } }, definition);
  const webhook = `/v1/Accounts/${account}/Flows/${flow}`;
  const url = server.url + webhook;
  const bareUrl = `http://127.0.0.1:${port}/`;
  const many = { calls, connections: calls, socket: null };
  for (const [name, everyMs] of [
    [`${calls} calls, a key a second each`, keyMs],
    [`${calls} calls, each key as soon as it is asked for`, 0],
  ] as const) {
    await callers({ ...many, url, everyMs, seconds: warmUpSeconds });
    const { result } = await callers({ ...many, url, everyMs, seconds });
    const { result: bare } = await callers({ ...many, url: bareUrl, everyMs, seconds: warmUpSeconds });
    rows.push({ name, result, bare, memory: null, isFull: everyMs === 0 });
  }
  const paced = { calls: held, everyMs: heldKeyMs, seconds };
  const byPosts = await callers({ ...paced, connections: calls, socket: null, url });
  const bare = await callers({ ...paced, connections: calls, socket: null, url: bareUrl });
  const name = `${held} calls in progress, a key in ${heldKeyMs / 1_000} s each`;
  rows.push({ name: `${name}: posts`, result: byPosts.result, bare: bare.result, memory: byPosts.memory });
  const auth = await addSocketCarrier(server);
  const overSockets = await callers({
    ...paced,
    connections: held,
    socket: auth,
    url: url.replace('http', 'ws'),
  });
  rows.push({
    ...{ name: `${name}: WebSockets`, result: overSockets.result, bare: null },
    memory: overSockets.memory,
  });
  report();
} finally {
  await stopAll([bareServer]);
  await server.stop();
}

/** From then on the calls are those of a carrier that asks over WebSockets; its user and password. */
async function addSocketCarrier({ url }: RunningServer): Promise<string> {
  const fields = {
    ...{ FriendlyName: 'Phones', Dialect: 'jambonz', BaseUrl: 'http://127.0.0.1:1/v1' },
    ...{ CarrierAccountSid: 'account', AuthToken: 'key', SigningKey: 'secret' },
  };
  const response = await fetch(`${url}/v1/Carriers`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
    body: new URLSearchParams(fields),
  });
  if (!response.ok) throw new Error(await response.text());
  return 'account:secret';
}

function report(): void {
  const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  const ms = (value: number) => value.toFixed(1);
  row(
    'calls',
    'posts a second',
    'p50, ms',
    'p99, ms',
    `below ${bounds.p99}`,
    'bare route, p99',
    'ratio',
    'memory, MB',
    'peak',
  );
  row(...Array.from({ length: 9 }, () => '---'));
  for (const { name, result, bare, memory, isFull } of rows) {
    const holds = result.p99 < bounds.p99 && (memory === null || memory.peakMb < bounds.memoryMb);
    if (!holds && isFull !== true) process.exitCode = 1;
    const verdict = isFull === true ? '–' : holds ? 'yes' : 'no';
    row(
      ...[name, Math.round(result.perSecond), ms(result.p50), ms(result.p99), verdict],
      ...(bare === null ? ['–', '–'] : [ms(bare.p99), (result.p99 / bare.p99).toFixed(1)]),
      ...(memory === null ? ['–', '–'] : [Math.round(memory.residentMb), Math.round(memory.peakMb)]),
    );
  }
}
