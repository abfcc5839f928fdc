/** Starts the server as a child process on a free port with its own database. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverProgram, startFlags } from '../bin/start-flags.ts';
import { serverHost } from './variants.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Time limit for the start and for the graceful shutdown, in seconds. */
const timeoutSeconds = 60;

export type RunningServer = {
  url: string;
  account: { sid: string; token: string };
  dataDir: string;
  pid: number;
  /** The port for inbound email; null when SMTP is off. */
  smtpPort: number | null;
  /** Its output so far, for error messages. */
  output(): string;
  /** Ends it by SIGKILL, as a crash would; its data stays. */
  kill(): Promise<void>;
  /** Shuts it down, waits for its exit, and removes its data unless the folder was given. */
  stop(): Promise<void>;
};

/** `dataDir` is kept at the stop, so that another server can start on the same data. */
export type ServerOptions = {
  dataDir?: string;
  port?: number;
  env?: Record<string, string>;
  /** `listening` does not wait for /readyz: for a server that has something to say about itself. */
  until?: 'ready' | 'listening';
};

/**
 * Starts the server and waits until it is ready. Outbound requests to 127.0.0.1 are allowed.
 *
 * @throws Error with what the server wrote, when it ends or does not become ready
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  if (!existsSync(join(root, 'dist/app/index.html')))
    throw new Error('The page is not built: npm run build.');
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'patchbay-e2e-')));
  const port = options.port ?? (await freePort());
  const account = { sid: `AC${'0123456789abcdef'.repeat(2)}`, token: 'token-of-the-tests' };
  const child = spawn(process.execPath, [...startFlags, serverProgram], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      PATCHBAY_ACCOUNT_SID: account.sid,
      PATCHBAY_AUTH_TOKEN: account.token,
      OUTBOUND_ALLOW: '127.0.0.1',
      LOG_LEVEL: 'warn',
      SMTP_PORT: '0',
      START_LIMIT_REST: '0',
      START_LIMIT_INBOUND: '0',
      // All clients of a test have one address.
      WRONG_CREDENTIALS_LIMIT: '0',
      INBOUND_LIMIT_ADDRESS: '0',
      ...options.env,
    },
  });
  let output = '';
  const keep = (piece: Buffer) => {
    output = `${output}${piece}`.slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const url = `http://${serverHost}:${port}`;
  const stop = async () => {
    await end(child);
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const isOk = options.until === 'listening' ? () => true : ({ ok }: Response) => ok;
  if (await isReady(url, child, isOk, () => output.includes('is ready at'))) {
    const [, mailPort] = /SMTP port (\d+)/.exec(output) ?? [];
    const smtpPort = mailPort === undefined ? null : Number(mailPort);
    const kill = async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    };
    return { url, account, dataDir, pid: child.pid ?? 0, smtpPort, output: () => output, kill, stop };
  }
  await stop();
  // Between the choice of a free port and the start somebody else took it.
  if (options.port === undefined && output.includes('another program listens there'))
    return startServer(options);
  throw new Error(`The server did not become ready. It wrote:\n${output}`);
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** Resolves true once the response of /readyz is as wanted and the address was printed, false at the timeout or exit. */
async function isReady(
  url: string,
  child: ChildProcess,
  isWanted: (response: Response) => boolean,
  hasPrintedAddress: () => boolean,
): Promise<boolean> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const ready = await fetch(`${url}/readyz`).then(isWanted, () => false);
    if (ready && hasPrintedAddress()) return true;
    await new Promise((next) => setTimeout(next, 50));
  }
  return false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(child.pid, 'SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), timeoutSeconds * 1000);
  await ended;
  clearTimeout(limit);
}
