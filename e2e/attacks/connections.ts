/** Attacks by connections: held open, never read, or opened by the thousand, over HTTP and SMTP. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { operations } from '#api/operations.ts';
import { paths } from '#api/paths.ts';
import type { RunningServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';
import type { Attack } from './attack.ts';
import { sendTo, type Target } from './hostile-request.ts';

/** Connects from that address of the loopback network. */
async function open(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect').catch(() => {});
  return socket;
}

export function openMany(count: number, port: number, addressOf: (n: number) => string): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => open(port, addressOf(n))));
}

export function closeAll(sockets: readonly Socket[]): void {
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
export async function idleClients(smtpPort: number, addressOf: (n: number) => string) {
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

const smtpNetwork: Attack = {
  name: '400 SMTP clients with NOOP of 100 addresses of one network',
  expects: 'a /24 has three quarters of the slots; another network is served',
  async attempt({ smtpPort }) {
    if (smtpPort === null) throw new Error('The server receives no email.');
    const network = await idleClients(smtpPort, (n) => `127.0.7.${1 + (n % 100)}`);
    await until(() => openOf(network.sockets) <= 300, 10_000);
    const stayed = openOf(network.sockets);
    const inside = await greet(smtpPort, '127.0.7.200');
    const beside = await greet(smtpPort, '127.0.8.1');
    network.close();
    return {
      stopped: stayed === 300 && inside !== 'served' && beside === 'served',
      seen: `${stayed} of the network stayed; one more of it got ${inside}; another network was ${beside}`,
    };
  },
};

const patientClient: Attack = {
  name: 'an SMTP client that sends NOOP and RSET every second and never a message',
  expects: 'disconnected with 421 after a minute: neither is activity',
  async attempt({ smtpPort }) {
    if (smtpPort === null) throw new Error('The server receives no email.');
    const socket = await open(smtpPort, '127.0.0.3');
    let replies = '';
    socket.on('data', (chunk) => {
      replies = `${replies}${chunk}`.slice(-200);
    });
    const began = performance.now();
    const commands = setInterval(() => socket.writable && socket.write('NOOP\r\nRSET\r\n'), 1_000);
    const ended = await until(() => socket.destroyed || socket.readableEnded, 90_000);
    clearInterval(commands);
    socket.destroy();
    const seconds = Math.round((performance.now() - began) / 1_000);
    return {
      stopped: ended && replies.includes('421 '),
      seen: `${ended ? 'disconnected' : 'still there'} after ${seconds} s: ${replies.trim().split('\r\n').at(-1)}`,
    };
  },
};

/**
 * 5,000 connections that send half of a request. They come in pieces, each once the server has taken the one before: of more
 * than its backlog (511) the kernel keeps some that seem open here, and that the server never hears of.
 */
export async function openHalfRequests(
  port: number,
  addressOf: (n: number) => string = () => '127.0.0.2',
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let from = 0; from < 5_000; from += 250) {
    const piece = await openMany(250, port, (n) => addressOf(from + n));
    for (const socket of piece) {
      socket.resume();
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Half: ');
    }
    sockets.push(...piece);
    await beAnswered(port);
  }
  return sockets;
}

/** The server takes connections in order: once another client has an answer, those before it are taken. */
async function beAnswered(port: number): Promise<void> {
  const socket = await open(port, '127.99.0.1');
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.destroy();
}

const halfRequests: Attack = {
  name: '5,000 connections of one address that send half of a request',
  expects: 'a quarter of CONNECTION_LIMIT stays, for 20 seconds at most; others are served',
  async attempt(server) {
    const port = Number(new URL(server.url).port);
    const sockets = await openHalfRequests(port);
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

const halfRequestsOfMany: Attack = {
  name: '5,000 connections of one network, then of 200, that send half of a request',
  expects: 'half of CONNECTION_LIMIT stays of the one, all of it of the others; others are served',
  async attempt(server) {
    const port = Number(new URL(server.url).port);
    const healthz = () => sendTo(server, { method: 'GET', path: '/healthz', headers: {} });
    const network = await openHalfRequests(port, (n) => `127.0.9.${1 + (n % 200)}`);
    await until(() => openOf(network) <= 2_000, 10_000);
    const ofOne = openOf(network);
    const besideOne = await healthz();
    closeAll(network);
    const networks = await openHalfRequests(port, (n) => `127.3.${n % 200}.1`);
    await until(() => openOf(networks) <= 4_000, 10_000);
    const ofMany = openOf(networks);
    const besideMany = await healthz();
    closeAll(networks);
    return {
      stopped: ofOne <= 2_000 && besideOne.status === 200 && ofMany <= 4_000 && besideMany.status === 200,
      seen: `${ofOne} of one network stayed, another client got ${besideOne.status}; ${ofMany} of 200 stayed, another got ${besideMany.status}`,
    };
  },
};

/** Bytes of memory that the process has. */
async function residentBytes(server: RunningServer): Promise<number> {
  const { body } = await sendTo(server, { method: 'GET', path: '/metrics', headers: {} });
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1]);
}

const form = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(new URLSearchParams(fields).toString()),
});

/** A flow that several edit, and an identity of one of its widgets. */
export async function watchedFlow(server: Target): Promise<{ sid: string; widget: string }> {
  const definition = JSON.stringify(smallFlow());
  const created = await sendTo(server, {
    ...form({ FriendlyName: 'Watched', Status: 'draft', Definition: definition }),
    path: paths.flows,
  });
  const { sid } = JSON.parse(created.body) as { sid: string };
  const copy = await sendTo(server, { method: 'GET', path: paths.workingCopy(sid), headers: {} });
  const { widgets } = JSON.parse(copy.body) as { widgets: string[] };
  return { sid, widget: widgets[1] ?? '' };
}

/** A connection that has asked for the edits of the flow after one. */
export async function follow(server: Target, sid: string, lastSeq: number | null): Promise<Socket> {
  const { port, host } = new URL(server.url);
  const socket = await open(Number(port), '127.0.0.1');
  socket.pause();
  const authorization = Buffer.from(`${server.account.sid}:${server.account.token}`).toString('base64');
  const lastId = lastSeq === null ? '' : `Last-Event-ID: ${lastSeq}\r\n`;
  socket.write(
    `GET ${paths.workingCopyEvents(sid)} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Basic ${authorization}\r\n${lastId}\r\n`,
  );
  return socket;
}

async function openStreams(server: RunningServer): Promise<number> {
  const { body } = await sendTo(server, { method: 'GET', path: '/metrics', headers: {} });
  return Number(/^patchbay_live_streams (\S+)$/m.exec(body)?.[1]);
}

const slowReaders: Attack = {
  name: '50 editors who never read, and 4,800 presences under invented names',
  expects: 'what is not read is dropped: less than 150 MB more, for as long as it goes on',
  async attempt(server, probe) {
    const { sid } = await watchedFlow(server);
    const readers = await Promise.all(Array.from({ length: 50 }, () => follow(server, sid, null)));
    const before = await residentBytes(server);
    await probe.take(server.pid);
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
    const { own: stall } = await probe.take(server.pid);
    const grown = ((await residentBytes(server)) - before) / 1e6;
    closeAll(readers);
    return {
      stopped: grown < 150,
      seen: `${Math.round(grown)} MB more, event loop held up for ${Math.round(stall)} ms at most`,
    };
  },
};

/** So many edits of 60 kB each are more than the system takes for a reader who does not read. */
const largeEdits = 400;

const oldReaders: Attack = {
  name: `50 editors who ask for ${largeEdits} edits of 60 kB again and never read`,
  expects:
    '256 kB ahead of each: less than 350 MB more; cut off after 30 s, and the rest follows when they resume',
  async attempt(server) {
    const { sid, widget } = await watchedFlow(server);
    for (let made = 0; made < largeEdits; made += 10) {
      const commands = Array.from({ length: 10 }, (_, n) => ({
        id: `large-${made + n}`,
        label: { name: 'changeProperty', widget: 'ask', field: 'body' },
        operations: [
          { kind: 'set', widget, path: ['properties', 'body'], to: `${made + n} ${'x'.repeat(60_000)}` },
        ],
      }));
      const edit = { Base: String(made), Client: 'writer', Commands: JSON.stringify(commands) };
      const { status, body } = await sendTo(server, { ...form(edit), path: paths.edits(sid) });
      if (status !== 200) throw new Error(`The edits were rejected: ${status} ${body}`);
    }
    const before = await residentBytes(server);
    const readers = await Promise.all(Array.from({ length: 50 }, () => follow(server, sid, 0)));
    let most = before;
    const areOpen = await until(async () => (await openStreams(server)) > 0, 30_000);
    const cutOff = await until(async () => {
      most = Math.max(most, await residentBytes(server));
      return (await openStreams(server)) === 0;
    }, 180_000);
    closeAll(readers);
    const grown = (most - before) / 1e6;
    const resumed = await follow(server, sid, 100);
    let seen = '';
    const numbers: number[] = [];
    resumed.on('data', (chunk) => {
      const lines = `${seen}${chunk}`.split('\n');
      seen = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('id: ')) numbers.push(Number(line.slice(4)));
    });
    resumed.resume();
    await until(() => numbers.includes(largeEdits), 60_000);
    resumed.destroy();
    // The first id is the one from which the stream goes on.
    const isWhole = numbers.join() === Array.from({ length: largeEdits - 99 }, (_, n) => 100 + n).join();
    return {
      stopped: grown < 350 && areOpen && cutOff && isWhole,
      seen: `${Math.round(grown)} MB more; ${areOpen ? '' : 'none opened, '}${cutOff ? 'all cut off' : 'some stay'}; who resumes gets ${isWhole ? 'each of the rest once' : `${numbers.length} numbers`}`,
    };
  },
};

/** Those for which it matters which database there is. */
export const streamAttacks: readonly Attack[] = [slowReaders, oldReaders];

/** What anybody may read, its parameters made up. */
const publicPaths = new Set([
  ...operations
    .filter(({ access, method }) => access === 'anybody' && method === 'GET')
    .map(({ path }) => path.replaceAll(/\{\w+\}/g, '0')),
  ...[paths.docs, paths.definitionSchema, paths.triggerSchema, paths.flowTestSchema, '/', '/theme.js'],
  ...[paths.capturePaymentsSchema, paths.executionEventSchema, paths.stepEventSchema],
]);

/** Asks in one packet (HTTP/1.1 pipelining), and reads all. */
async function askInOnePacket(server: RunningServer, path: string, count: number): Promise<void> {
  const socket = await open(Number(new URL(server.url).port), '127.0.0.1');
  const request = `GET ${path} HTTP/1.1\r\nHost: public.test\r\nAccept-Encoding: br\r\n`;
  socket.resume();
  socket.write(`${`${request}\r\n`.repeat(count - 1)}${request}Connection: close\r\n\r\n`);
  if (!socket.closed) await once(socket, 'close');
}

const inOnePacket: Attack = {
  name: 'each document that anybody may read, fifty times in one packet',
  expects: 'written and compressed once: others wait less than 100 ms',
  async attempt(server, probe) {
    const slow: string[] = [];
    for (const path of publicPaths) {
      await askInOnePacket(server, path, 1);
      let stall = Number.POSITIVE_INFINITY;
      for (let left = 5; left > 0 && stall >= 100; left -= 1) {
        await probe.take(server.pid);
        await askInOnePacket(server, path, 50);
        stall = Math.min(stall, (await probe.take(server.pid)).own);
      }
      if (stall >= 100) slow.push(`${path} ${Math.round(stall)} ms`);
    }
    return {
      stopped: slow.length === 0,
      seen: `${publicPaths.size} documents; ${slow.join(', ') || 'none is slow'}`,
    };
  },
};

export const connectionAttacks: readonly Attack[] = [
  inOnePacket,
  smtpSlots,
  smtpNetwork,
  patientClient,
  halfRequests,
  halfRequestsOfMany,
  ...streamAttacks,
];
