/** Starts the servers under test on one database, each in a separate process, and the load generator. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startFlags } from '../../bin/start-flags.ts';
import type { DatabaseCopy } from './bench-database.ts';
import { account, token } from './conversation.ts';
import { freePort } from './free-port.ts';
import type { LoadOptions, LoadResult } from './load.ts';

export type Servers = {
  webhooks: string[];
  /** URLs of the Executions resource, with credentials. */
  starts: string[];
  /** Commits of SQLite since the last call. */
  commits(): Promise<number>;
  stop(): Promise<void>;
};

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** `profiles` is a folder for a CPU profile of each process. */
export async function startServers(
  copy: DatabaseCopy,
  flow: string,
  processes: number,
  profiles?: string,
): Promise<Servers> {
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const children: ChildProcess[] = [];
  const ports: number[] = [];
  for (let nth = 0; nth < processes; nth += 1) {
    const port = await freePort();
    const program = [...startFlags, '--import', path('count-commits.ts'), path('../../src/server/main.ts')];
    const child = spawn(process.execPath, [...profiling, ...program], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH ?? '',
        PORT: String(port),
        SMTP_PORT: 'off',
        PATCHBAY_ACCOUNT_SID: account,
        PATCHBAY_AUTH_TOKEN: token,
        LOG_LEVEL: 'error',
        START_LIMIT_REST: '0',
        START_LIMIT_INBOUND: '0',
        INBOUND_LIMIT_ADDRESS: '0',
        ...copy.environment,
      },
    });
    children.push(child);
    ports.push(port);
    try {
      await isReady(child);
    } catch (error) {
      await stopAll(children);
      throw error;
    }
  }
  return {
    webhooks: ports.map((port) => `http://127.0.0.1:${port}/v1/Accounts/${account}/Flows/${flow}`),
    starts: ports.map((port) => `http://${account}:${token}@127.0.0.1:${port}/v2/Flows/${flow}/Executions`),
    async commits() {
      const [first] = children;
      if (first === undefined) return 0;
      const response = once(first, 'message');
      first.send('commits');
      return Number((await response)[0]);
    },
    stop: () => stopAll(children),
  };
}

async function stopAll(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
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

/** Runs the load generator in a separate process. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const child = spawn(process.execPath, [path('load.ts'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  for await (const chunk of child.stdout) written += chunk;
  if (written === '') throw new Error('The load generator printed no result.');
  return JSON.parse(written) as LoadResult;
}
