/** Attacks by connections: held open, never read, or opened by the thousand, over HTTP and SMTP. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { paths } from '#api/paths.ts';
import type { RunningServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';
import type { Attack } from './attack.ts';
import { sendTo } from './hostile-request.ts';
import { longestStall } from './requests.ts';

/** Connects from that address of the loopback network. */
async function open(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect').catch(() => {});
  return socket;
}

function openMany(count: number, port: number, addressOf: (n: number) => string): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => open(port, addressOf(n))));
}

function closeAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

const openOf = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isTrue: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (!(await isTrue())) {
    if (Date.now() > deadline) return false;
    await pause(100);
  }
  return true;
}

/** The reply to EHLO of a client at that address, after the greeting. */
async function greet(port: number, localAddress: string): Promise<string> {
  const socket = await open(port, localAddress);
  let replies = '';
  socket.on('data', (chunk) => {
    if (replies === '') socket.write('EHLO honest.example\r\n');
    replies += chunk;
  });
  await until(() => replies.includes('250 ') || socket.destroyed, 10_000);
  socket.destroy();
  return /250 /.test(replies) ? 'served' : replies.trim() || 'no reply';
}

/** As many clients as there are slots, that send NOOP every second and never a message. */
async function idleClients(smtpPort: number, addressOf: (n: number) => string) {
  const sockets = await openMany(400, smtpPort, addressOf);
  for (const socket of sockets) socket.resume();
  const noops = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('NOOP\r\n');
  }, 1_000);
  return {
    sockets,
    close() {
      clearInterval(noops);
      closeAll(sockets);
    },
  };
}

const smtpSlots: Attack = {
  name: '400 SMTP clients with NOOP, of one address and then of 200 networks',
  expects: 'an address has half of the slots, and the connection that was idle longest gives way',
  async attempt({ smtpPort }) {
    if (smtpPort === null) throw new Error('The server receives no email.');
    const one = await idleClients(smtpPort, () => '127.0.0.1');
    await pause(500);
    const besideOne = await greet(smtpPort, '127.77.0.1');
    const stayed = openOf(one.sockets);
    one.close();
    const many = await idleClients(smtpPort, (n) => `127.1.${n >> 1}.1`);
    await pause(500);
    const besideMany = await greet(smtpPort, '127.77.0.1');
    many.close();
    return {
      stopped: stayed <= 200 && besideOne === 'served' && besideMany === 'served',
      seen: `${stayed} of one address stayed; another client was ${besideOne}, and ${besideMany} beside 200 networks`,
    };
  },
};

const halfRequests: Attack = {
  name: '5,000 connections of one address that send half of a request',
  expects: 'a quarter of CONNECTION_LIMIT stays, for 20 seconds at most; others are served',
  async attempt(server) {
    const port = Number(new URL(server.url).port);
    const sockets = await openMany(5_000, port, () => '127.0.0.2');
    for (const socket of sockets) {
      socket.resume();
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Half: ');
    }
    await until(() => openOf(sockets) <= 1_000, 10_000);
    const stayed = openOf(sockets);
    const { status } = await sendTo(server, { method: 'GET', path: '/healthz', headers: {} });
    const ended = await until(() => openOf(sockets) === 0, 30_000);
    closeAll(sockets);
    return {
      stopped: stayed <= 1_000 && status === 200 && ended,
      seen: `${stayed} stayed open, ${ended ? 'none' : openOf(sockets)} after 30 seconds; another client got ${status}`,
    };
  },
};

/** Bytes of memory that the process has. */
async function residentBytes(server: RunningServer): Promise<number> {
  const { body } = await sendTo(server, { method: 'GET', path: '/metrics', headers: {} });
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1]);
}

const slowReaders: Attack = {
  name: '50 editors who never read, and 4,800 presences under invented names',
  expects: 'what is not read is dropped: less than 150 MB more, for as long as it goes on',
  async attempt(server) {
    const form = (fields: Record<string, string>) => ({
      method: 'POST' as const,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(new URLSearchParams(fields).toString()),
    });
    const definition = JSON.stringify(smallFlow());
    const created = await sendTo(server, {
      ...form({ FriendlyName: 'Watched', Status: 'draft', Definition: definition }),
      path: paths.flows,
    });
    const { sid } = JSON.parse(created.body) as { sid: string };
    const port = Number(new URL(server.url).port);
    const authorization = Buffer.from(`${server.account.sid}:${server.account.token}`).toString('base64');
    const readers = await openMany(50, port, () => '127.0.0.1');
    for (const reader of readers) {
      reader.pause();
      reader.write(
        `GET ${paths.workingCopyEvents(sid)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Basic ${authorization}\r\n\r\n`,
      );
    }
    const before = await residentBytes(server);
    await longestStall(server);
    const state = JSON.stringify({ text: 'x'.repeat(1_900) });
    for (let sent = 0; sent < 4_800; sent += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          sendTo(server, {
            ...form({ Client: `client-${sent + n}`, State: state }),
            path: paths.presence(sid),
          }),
        ),
      );
    }
    const stall = await longestStall(server);
    const grown = ((await residentBytes(server)) - before) / 1e6;
    closeAll(readers);
    return {
      stopped: grown < 150,
      seen: `${Math.round(grown)} MB more, event loop held up for ${Math.round(stall)} ms at most`,
    };
  },
};

export const connectionAttacks: readonly Attack[] = [smtpSlots, halfRequests, slowReaders];
