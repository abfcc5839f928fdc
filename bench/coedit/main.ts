/**
 * Benchmark of editing one flow together: how long an edit takes to reach another editor, how long a flow with many edits
 * behind it takes to open, and how large the log is; on the embedded file, and on PostgreSQL through three processes.
 * `--seconds N` (10), `--edits N` (10,000), `--on embedded,PostgreSQL`.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { FlowResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { widgetIds } from '#flow/graph.ts';
import { samples } from '#flow/samples/samples.ts';
import { startPostgres } from '#server/testing/postgres.ts';
import { EditorClient, type ServerAddress } from '../../e2e/coedit/editor-client.ts';
import { ServerProcess } from '../../e2e/kill/server-process.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    edits: { type: 'string', default: '10000' },
    on: { type: 'string', default: 'embedded,PostgreSQL' },
  },
});
const seconds = Number(values.seconds);
const editCount = Number(values.edits);
const editors = 10;
const editsPerSecond = 5;
const opens = 20;
/** A multiple of the 50 of a batch. */
const editsPerFiller = 500;
const firstPort = 21_720;
const account = `AC${'b'.repeat(32)}`;
const token = 'token-of-the-coedit-bench';
const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;

async function measure(
  database: string,
  processes: number,
  environment: Record<string, string>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-coedit-'));
  const servers = Array.from({ length: processes }, (_, at) => {
    const port = firstPort + 2 * at;
    const settings = {
      PORT: String(port),
      SMTP_PORT: String(port + 1),
      DATA_DIR: join(folder, String(at)),
      PATCHBAY_ACCOUNT_SID: account,
      PATCHBAY_AUTH_TOKEN: token,
      LOG_LEVEL: 'error',
    };
    const address: ServerAddress = { url: `http://127.0.0.1:${port}`, authorization };
    return { address, process: new ServerProcess({ ...settings, ...environment }) };
  });
  for (const each of servers) await each.process.start();
  try {
    const [first] = servers;
    if (first === undefined) return;
    const times = await latencies(servers.map(({ address }) => address));
    console.log(
      `${database}, ${processes} processes: edit to another editor p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms, slowest ${percentile(times, 1)} ms (${times.length} deliveries)`,
    );
    const empty = await createFlow(first.address);
    const long = await createFlow(first.address);
    const file = join(folder, '0', 'patchbay.db');
    const before = await sizeAtRest(first.process, file);
    await fill(first.address, long);
    const grown = (await sizeAtRest(first.process, file)) - before;
    const [none, many] = [await openTime(first.address, empty), await openTime(first.address, long)];
    console.log(
      `${database}: a flow opens in ${none} ms with no edit behind it, in ${many} ms with ${editCount}`,
    );
    if (before > 0)
      console.log(`${database}: ${editCount} edits grow the file by ${(grown / 2 ** 20).toFixed(2)} MB`);
  } finally {
    for (const each of servers) await each.process.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from each edit to each other editor. */
async function latencies(addresses: readonly ServerAddress[]): Promise<number[]> {
  const [first] = addresses;
  if (first === undefined) return [];
  const flow = await createFlow(first);
  const made = new Map<string, number>();
  const times: number[] = [];
  const clients = Array.from(
    { length: editors },
    (_, at) => new EditorClient(`editor-${at}`, addresses[at % addresses.length] ?? first, flow),
  );
  for (const client of clients) {
    await client.open();
    client.onEdit = ({ id }) => {
      const at = made.get(id);
      if (at !== undefined && !id.startsWith(`${client.name}-`)) times.push(performance.now() - at);
    };
    void client.follow().catch(() => {});
  }
  await wait(500);
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    clients.map(async (client, at) => {
      await wait((at * 1_000) / editsPerSecond / editors);
      for (let nth = 0; performance.now() < until; nth += 1) {
        const started = performance.now();
        const id = client.edit((definition) => {
          const ids = widgetIds(definition);
          return setProperty(definition, ids[(at + 1) % ids.length] ?? '', 'body', `Hello ${nth} of ${at}`);
        });
        made.set(id, started);
        await client.send();
        await wait(Math.max(0, 1_000 / editsPerSecond - (performance.now() - started)));
      }
    }),
  );
  await wait(1_000);
  for (const client of clients) client.stopFollowing();
  return times.sort((a, b) => a - b);
}

/** Ordinary edits: most are typing, some are moves. */
async function fill(address: ServerAddress, flow: string): Promise<void> {
  let client = new EditorClient('filler', address, flow);
  for (let nth = 0; nth < editCount; ) {
    // Each may send so many at once before the limit of edits in a second.
    if (nth % editsPerFiller === 0) {
      client = new EditorClient(`filler-${nth}`, address, flow);
      await client.open();
    }
    for (let batch = 0; batch < 50 && nth < editCount; batch += 1, nth += 1) {
      client.edit((definition) => {
        const ids = widgetIds(definition);
        const widget = ids[(1 + (nth >> 6)) % ids.length] ?? '';
        if (nth % 5 === 0)
          return moveWidgets(definition, new Map([[widget, { x: nth % 900, y: nth % 700 }]]));
        const text = definition.states[ids.indexOf(widget)]?.properties?.body;
        const body = typeof text === 'string' && text.length < 200 ? text : '';
        return setProperty(definition, widget, 'body', `${body}${String.fromCharCode(97 + (nth % 26))}`);
      });
    }
    // The limit of edits in a second.
    while (client.state.pending.length > 0) if (!(await client.send())) await wait(500);
  }
}

async function openTime(address: ServerAddress, flow: string): Promise<number> {
  const client = new EditorClient('reader', address, flow);
  const times: number[] = [];
  for (let nth = 0; nth < opens; nth += 1) {
    const before = performance.now();
    await client.fetchCopy();
    times.push(performance.now() - before);
  }
  return percentile(
    times.sort((a, b) => a - b),
    0.5,
  );
}

async function createFlow({ url }: ServerAddress): Promise<string> {
  const survey = samples.find(({ id }) => id === 'survey');
  const form = { FriendlyName: 'Shared', Status: 'draft', Definition: JSON.stringify(survey?.definition) };
  const response = await fetch(url + paths.flows, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(form),
  });
  return ((await response.json()) as FlowResource).sid;
}

/** Bytes of the embedded file once its write-ahead log is in it; 0 where there is none. */
async function sizeAtRest(server: ServerProcess, file: string): Promise<number> {
  await server.stop();
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  await server.start();
  return bytes;
}

function percentile(sorted: readonly number[], part: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return Math.round(value * 10) / 10;
}

const wanted = values.on.split(',');
if (wanted.includes('embedded')) await measure('embedded', 1, {});
if (wanted.includes('PostgreSQL')) {
  const postgres = await startPostgres();
  try {
    await measure('PostgreSQL', 3, { DATABASE_URL: postgres.url, SECRET_KEY: 'the same for all processes' });
  } finally {
    await postgres.stop();
  }
}
