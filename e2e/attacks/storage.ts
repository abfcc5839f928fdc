/** Faults of the disk under the database: full, read-only, slow, damaged. As root on Linux, which can mount a small one. */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { paths } from '#api/paths.ts';
import { runSql, startPostgres } from '#server/testing/postgres.ts';
import { unprivilegedUser } from '#server/testing/postgres-programs.ts';
import { type RunningServer, type ServerOptions, startServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';
import type { Attack, AttackResult } from './attack.ts';
import { sendTo } from './hostile-request.ts';

/** Where a disk can be mounted; elsewhere these attacks are left out, and the run says so. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0 && isMountable();

function isMountable(): boolean {
  try {
    onDisk(1, () => {});
    return true;
  } catch {
    return false;
  }
}

function mount(megabytes: number): { folder: string; remove(): void; remount(options: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  return {
    folder,
    remount: (options) =>
      void execFileSync('mount', ['-o', `remount,${options}`, folder], { stdio: 'ignore' }),
    remove() {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function onDisk(megabytes: number, work: (folder: string) => void): void {
  const disk = mount(megabytes);
  try {
    work(disk.folder);
  } finally {
    disk.remove();
  }
}

const form = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(new URLSearchParams(fields).toString()),
});

async function createFlow(
  server: RunningServer,
): Promise<{ status: number; retryAfter: unknown; sid: string }> {
  const definition = JSON.stringify(smallFlow());
  const { status, headers, body } = await sendTo(server, {
    ...form({ FriendlyName: 'Stored', Status: 'published', Definition: definition }),
    path: paths.flows,
  });
  const { sid = '' } = JSON.parse(body) as { sid?: string };
  return { status, retryAfter: headers['retry-after'], sid };
}

/** What each way in answers; the email's is the SMTP reply code. */
async function answers(server: RunningServer, flow: string) {
  const start = { To: '+15005550001', From: '+15005550006' };
  const started = await sendTo(server, { ...form(start), path: paths.executions(flow) });
  const signIn = { AccountSid: server.account.sid, AuthToken: server.account.token };
  const signedIn = await sendTo(server, { ...form(signIn), path: paths.session });
  const ready = await sendTo(server, { method: 'GET', path: '/readyz', headers: {} });
  return {
    started: started.status,
    retryAfter: started.headers['retry-after'],
    signedIn: signedIn.status,
    mail: await sendEmail(server),
    ready: `${ready.status} ${(JSON.parse(ready.body) as { status: string }).status}`,
  };
}

async function sendEmail({ smtpPort }: RunningServer): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort ?? 0, ignoreTLS: true });
  try {
    await transport.sendMail({
      from: 'a@b.test',
      to: 'x@full.test',
      subject: 'Hello',
      text: 'x'.repeat(200_000),
    });
    return 250;
  } catch (error) {
    return error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  } finally {
    transport.close();
  }
}

async function until<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const value = await read();
    if (isRight(value) || Date.now() > deadline) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** A server with a flow and a host name for email. */
async function onServer(
  { dataDir, env }: Pick<ServerOptions, 'dataDir' | 'env'>,
  work: (server: RunningServer, flow: string) => Promise<AttackResult>,
): Promise<AttackResult> {
  const server = await startServer({
    ...(dataDir !== undefined && { dataDir }),
    env: { INBOUND_HOSTS: 'full.test', LOG_LEVEL: 'fatal', ...env },
  });
  try {
    const { sid } = await createFlow(server);
    const setting = { hostname: 'full.test', url: 'http://127.0.0.1:9/parse' };
    await sendTo(server, {
      method: 'POST',
      path: '/v3/user/webhooks/parse/settings',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(setting)),
    });
    return await work(server, sid);
  } finally {
    await server.stop();
  }
}

const fillingDisk: Attack = {
  name: 'the disk fills up to 92 % while the server runs',
  expects: 'a warning in the log before it is full; everything is still stored, and ready',
  async attempt() {
    const disk = mount(128);
    try {
      const env = { LOG_LEVEL: 'warn' };
      return await onServer({ dataDir: join(disk.folder, 'data'), env }, async (server, flow) => {
        const wasQuiet = !server.output().includes('nearly full');
        const { blocks, bfree, bsize } = statfsSync(disk.folder);
        writeFileSync(join(disk.folder, 'filler'), Buffer.alloc(Math.ceil((bfree - blocks * 0.08) * bsize)));
        const isWarned = await until(
          async () => server.output().includes('nearly full'),
          (isThere) => isThere,
        );
        const { started, mail, ready } = await answers(server, flow);
        return {
          stopped: wasQuiet && isWarned && started === 201 && mail === 250 && ready.startsWith('200'),
          seen: `${isWarned ? 'a warning' : 'no warning'}; start ${started}, email ${mail}, /readyz ${ready}`,
        };
      });
    } finally {
      disk.remove();
    }
  },
};

/** Fills the disk under the database of `server`, and gives room again. */
async function fillDisk(server: RunningServer, flow: string, folder: string): Promise<AttackResult> {
  const filler = join(folder, 'filler');
  for (let size = 1 << 20; size >= 512; size >>= 1) fill(filler, size);
  // What is in the files already may still be overwritten, so that the first writes can succeed.
  const full = await until(
    () => answers(server, flow),
    ({ started, signedIn, mail, ready }) =>
      started === 503 && signedIn === 503 && mail === 452 && ready.startsWith('503'),
  );
  rmSync(filler);
  const ready = await until(
    () => sendTo(server, { method: 'GET', path: '/readyz', headers: {} }),
    ({ status }) => status === 200,
  );
  const after = await createFlow(server);
  return {
    stopped:
      full.started === 503 &&
      Number(full.retryAfter) > 0 &&
      full.signedIn === 503 &&
      full.mail === 452 &&
      full.ready === '503 The disk of the database is full' &&
      ready.status === 200 &&
      after.status === 201,
    seen: `start ${full.started}, sign-in ${full.signedIn}, email ${full.mail}, /readyz ${full.ready}; then ${ready.status}, ${after.status}`,
  };
}

const fullDisk: Attack = {
  name: 'the disk is full',
  expects:
    '503 with Retry-After, SMTP 452, not ready with the reason; all of it works again once there is room',
  async attempt() {
    const disk = mount(24);
    try {
      return await onServer({ dataDir: join(disk.folder, 'data') }, (server, flow) =>
        fillDisk(server, flow, disk.folder),
      );
    } finally {
      disk.remove();
    }
  },
};

const fullTablespace: Attack = {
  name: 'the disk of PostgreSQL is full',
  expects:
    '503 with Retry-After, SMTP 452, not ready with the reason; all of it works again once there is room',
  async attempt() {
    const disk = mount(64);
    const postgres = await startPostgres();
    try {
      const user = unprivilegedUser();
      if (user !== null) chownSync(disk.folder, user.uid, user.gid);
      const tablespace = join(disk.folder, 'tablespace');
      mkdirSync(tablespace);
      if (user !== null) chownSync(tablespace, user.uid, user.gid);
      await runSql(postgres.url, `create tablespace small location '${tablespace}'`);
      await runSql(postgres.url, 'create database small tablespace small');
      const DATABASE_URL = postgres.url.replace(/\/[^/]*$/, '/small');
      return await onServer({ env: { DATABASE_URL } }, (server, flow) => fillDisk(server, flow, disk.folder));
    } finally {
      await postgres.stop();
      disk.remove();
    }
  },
};

/** What strace does to a process is a slow disk to it: each fsync returns so much later. */
const syncDelayMs = 300;

const slowDisk: Attack = {
  name: `each fsync of the embedded file takes ${syncDelayMs} ms`,
  expects: 'late, but everything is answered: 201, 200, SMTP 250 and ready',
  attempt: () =>
    onServer({}, async (server, flow) => {
      const delay = `inject=fsync,fdatasync:delay_enter=${syncDelayMs * 1_000}`;
      const tracer = spawn(
        'strace',
        [
          '-f',
          '-qq',
          '-o',
          '/dev/null',
          '-e',
          'trace=fsync,fdatasync',
          '-e',
          delay,
          '-p',
          String(server.pid),
        ],
        { stdio: 'ignore' },
      );
      const ended = once(tracer, 'exit');
      try {
        await until(
          async () => tracedBy(server.pid),
          (by) => by === tracer.pid,
        );
        const began = performance.now();
        const { started, signedIn, mail, ready } = await answers(server, flow);
        const took = performance.now() - began;
        return {
          // Without a delayed sync at all, nothing was attempted.
          stopped:
            started === 201 &&
            signedIn < 300 &&
            mail === 250 &&
            ready.startsWith('200') &&
            took > 2 * syncDelayMs,
          seen: `start ${started}, sign-in ${signedIn}, email ${mail}, /readyz ${ready}, in ${Math.round(took)} ms together`,
        };
      } finally {
        tracer.kill('SIGINT');
        await ended;
      }
    }),
};

function tracedBy(pid: number): number {
  return Number(/^TracerPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

/** Where the system calls of a process can be delayed. */
export const canDelay = process.platform === 'linux' && isInstalled('strace');

function isInstalled(program: string): boolean {
  return spawnSync(program, ['-V'], { stdio: 'ignore' }).status === 0;
}

/** Appends pieces of that size until none fits. */
function fill(file: string, size: number): void {
  const descriptor = openSync(file, 'a');
  try {
    for (const piece = Buffer.alloc(size); ; ) if (writeSync(descriptor, piece) < size) return;
  } catch {
    // There is no room for another one.
  } finally {
    closeSync(descriptor);
  }
}

const readOnlyFolder: Attack = {
  name: 'a start on a folder that is read-only, without data and with data of before',
  expects: 'refused with a sentence that names the folder and says that it is read-only',
  async attempt() {
    const disk = mount(24);
    try {
      const [missing, filled] = [join(disk.folder, 'missing'), join(disk.folder, 'filled')];
      await onServer({ dataDir: filled }, async () => ({ stopped: true, seen: '' }));
      disk.remount('ro');
      const said = [await refusalOfStart(missing), await refusalOfStart(filled)];
      return {
        stopped: said.every((text) => text.includes(disk.folder) && /read-?only/.test(text)),
        seen: said.join(' · '),
      };
    } finally {
      disk.remove();
    }
  },
};

/** The last line that a server wrote which does not start on that folder. */
async function refusalOfStart(dataDir: string): Promise<string> {
  try {
    const server = await startServer({ dataDir });
    await server.stop();
    return 'it started';
  } catch (error) {
    return String(error).trim().split('\n').at(-1) ?? '';
  }
}

const damagedFile: Attack = {
  name: '3 MB in the middle of the file are overwritten, and the server starts',
  expects: 'found in the background: not ready with the reason, without an answer of 500',
  async attempt() {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-attack-'));
    try {
      const first = await startServer({ dataDir: folder });
      for (let stored = 0; stored < 60; stored += 1) await createLargeFlow(first);
      await first.stop();
      const file = join(folder, 'patchbay.db');
      const { size } = statSync(file);
      const descriptor = openSync(file, 'r+');
      writeSync(descriptor, Buffer.alloc(3_000_000, 'x'), 0, 3_000_000, (size - 3_000_000) >> 1);
      fsyncSync(descriptor);
      closeSync(descriptor);
      const server = await startServer({
        dataDir: folder,
        env: { LOG_LEVEL: 'error' },
        until: 'listening',
      });
      try {
        const ready = await until(
          () => sendTo(server, { method: 'GET', path: '/readyz', headers: {} }),
          ({ status }) => status === 503,
        );
        const list = await sendTo(server, { method: 'GET', path: paths.flows, headers: {} });
        const isLogged = server.output().includes('restore a backup');
        return {
          stopped: ready.status === 503 && ready.body.includes('damaged') && list.status !== 500 && isLogged,
          seen: `${Math.round(size / 1e6)} MB; /readyz ${ready.status} ${ready.body}; list of flows ${list.status}; ${isLogged ? 'in the log' : 'not logged'}`,
        };
      } finally {
        await server.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function createLargeFlow(server: RunningServer): Promise<void> {
  const definition = JSON.stringify({ ...smallFlow(), description: 'x'.repeat(60_000) });
  await sendTo(server, {
    ...form({ FriendlyName: 'Large', Status: 'draft', Definition: definition }),
    path: paths.flows,
  });
}

export const storageAttacks: readonly Attack[] = [
  ...(canMount ? [fillingDisk, fullDisk, readOnlyFolder, fullTablespace] : []),
  ...(canDelay ? [slowDisk] : []),
  damagedFile,
];
