/**
 * How many message turns a second the service takes, beside a loop that does only the same SQL with the same
 * durability in the same run, by turns, so that what else the machine does troubles both alike; the row of a
 * number of connections is the middle one of its rounds. `node bench/service/main.ts`; `--rounds N` and
 * `--seconds N` (of each round) measure longer, `--connections 1,10` other numbers of connections, `--profile
 * FOLDER` writes a CPU profile of the server there.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { replay } from './bare-sql.ts';
import { definition, stepsPerTurn } from './conversation.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { record } from './recording.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '1,10,50' },
    profile: { type: 'string' },
  },
});
const contacts = 2_000;
/** About as many as the service takes in its own measurement: writing gets slower as the file grows. */
const recordedTurns = 16_000;
const connectionCounts = values.connections.split(',').map(Number);

const account = `AC${'b'.repeat(32)}`;
const token = 'bench';
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const recording = await record(folder, contacts, recordedTurns);
  const statements = recording.turns.reduce((sum, turn) => sum + turn.length, 0) / recording.turns.length;
  console.log(
    `A turn: ${stepsPerTurn} steps, ${statements.toFixed(1)} statements. SQLite, WAL, synchronous=FULL.`,
  );
  console.log('Bare SQL replays the same statements: one commit per turn, and as many turns per commit as');
  console.log('the service took on average in the same row (it commits together what waits).\n');
  const { url, commits, stop } = await startServer();
  const rows: Round[] = [];
  try {
    let { lastTurn } = await load({ url, connections: 20, contacts, seconds: 0, firstTurn: 0 });
    const talk = async (connections: number, seconds: number): Promise<LoadResult> => {
      const result = await load({ url, connections, contacts, seconds, firstTurn: lastTurn + 1 });
      lastTurn = result.lastTurn;
      return result;
    };
    const measureRound = async (connections: number): Promise<Round> => {
      await commits();
      const result = await talk(connections, Number(values.seconds));
      const group = result.turns / (await commits());
      const single = replay(recording, 1);
      return { connections, result, group, single, grouped: group < 1.1 ? single : replay(recording, group) };
    };
    // Not measured: by then the server has compiled its code.
    await talk(10, 2);
    for (const connections of connectionCounts) {
      const rounds: Round[] = [];
      while (rounds.length < Number(values.rounds)) {
        rounds.push(await measureRound(connections));
      }
      rounds.sort((one, other) => shareOf(one) - shareOf(other));
      rows.push(...rounds.slice(rounds.length >> 1, (rounds.length >> 1) + 1));
    }
  } finally {
    await stop();
  }
  console.table(rows.map(rowOf));
}

/** What was measured at one time: the service, and both kinds of bare SQL right after it. */
type Round = { connections: number; result: LoadResult; group: number; single: number; grouped: number };

function shareOf({ result, grouped }: Round): number {
  return result.perSecond / grouped;
}

function rowOf(round: Round): Record<string, string | number> {
  const { connections, result, group, single, grouped } = round;
  return {
    connections,
    'turns/s': Math.round(result.perSecond),
    'steps/s': Math.round(result.perSecond * stepsPerTurn),
    'p50 ms': result.p50.toFixed(1),
    'p99 ms': result.p99.toFixed(1),
    'bare turns/s, one a commit': Math.round(single),
    ratio: (result.perSecond / single).toFixed(2),
    'turns a commit': group.toFixed(1),
    'bare turns/s, grouped': Math.round(grouped),
    'ratio, grouped': shareOf(round).toFixed(2),
  };
}

/** The built server on a database of its own, with the flow published. */
async function startServer(): Promise<{ url: string; commits(): Promise<number>; stop(): Promise<void> }> {
  const port = await freePort();
  const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  const counting = ['--import', path('count-commits.ts')];
  const child = spawn(process.execPath, [...profiling, ...counting, path('../../src/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      PATCHBAY_ACCOUNT_SID: account,
      PATCHBAY_AUTH_TOKEN: token,
      LOG_LEVEL: 'error',
      START_LIMIT_REST: '0',
      START_LIMIT_INBOUND: '0',
    },
  });
  await isReady(child);
  const base = `http://127.0.0.1:${port}`;
  const created = await fetch(`${base}/v2/Flows`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
    body: new URLSearchParams({
      FriendlyName: 'Bench',
      Status: 'published',
      Definition: JSON.stringify(definition),
    }),
  });
  const { sid } = (await created.json()) as { sid: string };
  return {
    url: `${base}/v1/Accounts/${account}/Flows/${sid}`,
    async commits() {
      const answer = once(child, 'message');
      child.send('commits');
      return Number((await answer)[0]);
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let written = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      written += chunk;
      if (written.includes('Patchbay is ready')) resolve();
    });
    child.once('exit', () => reject(new Error(`The server did not start: ${written}`)));
  });
}

async function load(order: LoadOrder): Promise<LoadResult> {
  const child = spawn(process.execPath, [path('load.ts'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  for await (const chunk of child.stdout) written += chunk;
  if (written === '') throw new Error('The load could not be put on the server.');
  return JSON.parse(written) as LoadResult;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
