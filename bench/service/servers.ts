/** Starts the servers under test on one database, each in a separate process, and the load generator. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serverProgram, startFlags } from '../../bin/start-flags.ts';
import type { DatabaseCopy } from './bench-database.ts';
import { account, token } from './conversation.ts';
import { freePort } from './free-port.ts';
import type { LoadOptions, LoadResult } from './load.ts';
import { shareOf } from './processor-share.ts';
import type { BenchFlows } from './sql-recording.ts';

export type Servers = {
  /** Webhooks of the flow that loops, and of the one that replies and ends. */
  webhooks: Record<keyof BenchFlows, string[]>;
  /** URLs of the Executions resource, with credentials. */
  starts: string[];
  /** Of the listeners that receive email. */
  smtp: string[];
  /** Commits of SQLite, and processor time in ms of the first process, since the last call. */
  usage(): Promise<Usage>;
  /** From now on each process may use that percentage of a core. */
  holdToShare(percent: number): void;
  stop(): Promise<void>;
};

export type Usage = { commits: number; cpuMs: number };

/** The path of a file of this folder. */
export const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** `profiles` is a folder for a CPU profile of each process. */
export async function startServers(
  copy: DatabaseCopy,
  flows: BenchFlows,
  processes: number,
  profiles?: string,
  program = serverProgram,
): Promise<Servers> {
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const children: ChildProcess[] = [];
  const releases: (() => void)[] = [];
  const ports: number[] = [];
  const smtpPorts: number[] = [];
  for (let nth = 0; nth < processes; nth += 1) {
    const port = await freePort();
    const smtpPort = await freePort();
    try {
      children.push(
        await startProcess([...profiling, ...startFlags], program, {
          PORT: String(port),
          SMTP_PORT: String(smtpPort),
          OUTBOUND_ALLOW: '127.0.0.1',
          PATCHBAY_ACCOUNT_SID: account,
          PATCHBAY_AUTH_TOKEN: token,
          LOG_LEVEL: 'error',
          START_LIMIT_REST: '0',
          START_LIMIT_INBOUND: '0',
          INBOUND_LIMIT_ADDRESS: '0',
          ...copy.environment,
        }),
      );
    } catch (error) {
      await stopAll(children);
      throw error;
    }
    ports.push(port);
    smtpPorts.push(smtpPort);
  }
  const webhooksOf = (flow: string) =>
    ports.map((port) => `http://127.0.0.1:${port}/v1/Accounts/${account}/Flows/${flow}`);
  return {
    webhooks: { loop: webhooksOf(flows.loop), greeting: webhooksOf(flows.greeting) },
    starts: ports.map(
      (port) => `http://${account}:${token}@127.0.0.1:${port}/v2/Flows/${flows.loop}/Executions`,
    ),
    smtp: smtpPorts.map((port) => `smtp://127.0.0.1:${port}`),
    usage: () => usageOf(children[0]),
    holdToShare(percent) {
      for (const { pid } of children) {
        if (pid === undefined) continue;
        const share = shareOf(pid, percent);
        share.apply();
        releases.push(share.remove);
      }
    },
    async stop() {
      await stopAll(children);
      for (const release of releases) release();
    },
  };
}

/** What a process with `count-commits.ts` used since the last call. */
export async function usageOf(child: ChildProcess | undefined): Promise<Usage> {
  if (child === undefined) return { commits: 0, cpuMs: 0 };
  const response = once(child, 'message');
  child.send('usage');
  return (await response)[0] as Usage;
}

/** Starts a program that can be asked for its usage; resolves when it is ready. */
export async function startProcess(
  flags: readonly string[],
  program: string,
  environment: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...flags, '--import', fileOf('count-commits.ts'), program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH ?? '', ...environment },
  });
  await isReady(child);
  return child;
}

export async function stopAll(children: readonly ChildProcess[]): Promise<void> {
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
      if (written.includes('is ready')) resolve();
    });
    child.once('exit', () => reject(new Error(`The server did not start: ${written}`)));
  });
}

/** Runs the load generator in a separate process. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const child = spawn(process.execPath, [fileOf('load.ts'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  for await (const chunk of child.stdout) written += chunk;
  if (written === '') throw new Error('The load generator printed no result.');
  return JSON.parse(written) as LoadResult;
}
