/** For tests: a server that takes mail in, host names with parse settings, and the receiver that they post to. */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { expect } from 'vitest';
import type { ParseSettingRow } from '../../platform/database/schema/email.ts';
import { type databaseKinds, openRunningServer, type RunningServer } from '../../testing/running-server.ts';
import { takeMailIn } from '../inbound/smtp-listener.ts';
import type { SmtpListener } from '../smtp/handlers.ts';
import { countContents, countParsedMails, putSetting } from './inbound-census.ts';

/** What the receiver does with the next post: answers with a status, never, without end, or leads elsewhere. */
export type Reply = number | 'never' | 'endless' | 'elsewhere';

export type Receiver = {
  url: string;
  posts: FormData[];
  headers: IncomingHttpHeaders[];
  bodies: Buffer[];
  /** Used up one by one; without one it is 200. */
  replies: Reply[];
  close(): void;
};

async function openReceiver(): Promise<Receiver> {
  const posts: FormData[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const bodies: Buffer[] = [];
  const replies: Reply[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const type = { 'content-type': request.headers['content-type'] ?? '' };
    posts.push(await new Response(Buffer.concat(chunks), { headers: type }).formData());
    headers.push(request.headers);
    bodies.push(Buffer.concat(chunks));
    const reply = replies.shift() ?? 200;
    if (reply === 'never') return;
    if (reply === 'elsewhere') return response.writeHead(302, { location: '/other' }).end();
    if (reply !== 'endless') return response.writeHead(reply).end('thanks');
    response.writeHead(200);
    const more = () => {
      while (response.writable && response.write(Buffer.alloc(65_536, 'x'))) {}
    };
    response.on('drain', more).on('error', () => {});
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { posts, headers, bodies, replies, url: `http://127.0.0.1:${port}/parse`, close };
}

export type Inbound = {
  running: RunningServer;
  receiver: Receiver;
  port: number;
  /** Has mail to a host name taken in and posted to the receiver. */
  addSetting(hostname: string, more?: Partial<ParseSettingRow>): Promise<void>;
  send(mail: SendMailOptions): Promise<unknown>;
  /** Writes these lines to a connection, waiting for an answer in between, then QUIT; gives all that was answered. */
  talk(lines: readonly (string | Buffer)[]): Promise<string>;
  /** Mails counted in the statistics. */
  counted(): Promise<number>;
  /** How many contents the database holds, whole or not. */
  contents(): Promise<number>;
  /** Resolves when so many posts have come. */
  arrive(posts: number): Promise<void>;
  close(): Promise<void>;
};

export async function openInbound(kind: (typeof databaseKinds)[number]): Promise<Inbound> {
  const running = await openRunningServer(kind);
  const receiver = await openReceiver();
  const { ctx, account } = running;
  const config = { ...ctx.config, smtp: { host: '127.0.0.1', port: 0, isExplicit: true, tls: null } };
  const listener: SmtpListener | null = await takeMailIn({ ...ctx, config });
  if (listener === null) throw new Error('No mail is taken in.');
  const { port } = listener;
  const { read } = ctx.database;
  return {
    running,
    receiver,
    port,
    async addSetting(hostname, more = {}) {
      const now = ctx.clock.now();
      const row: ParseSettingRow = {
        ...{ account: account.account_sid, region: 'global', hostname, url: receiver.url },
        ...{ spam_check: 0, send_raw: 0, security_policy: null, created_at: now, updated_at: now, ...more },
      };
      await ctx.database.write((tx) => putSetting(tx, row));
    },
    send: (mail) => createTransport({ host: '127.0.0.1', port }).sendMail(mail),
    talk: (lines) => talk(port, lines),
    counted: () => countParsedMails(read),
    contents: () => countContents(read),
    async arrive(posts) {
      const arrived = () => {
        // Mails that found no room ask again after a while.
        running.advanceClock(100);
        return receiver.posts.length;
      };
      await expect.poll(arrived, { timeout: 20_000 }).toBe(posts);
    },
    async close() {
      await listener.close();
      receiver.close();
      await running.close();
    },
  };
}

function talk(port: number, lines: readonly (string | Buffer)[]): Promise<string> {
  const left = [...lines];
  return new Promise((resolve, reject) => {
    let answers = '';
    let isQuitting = false;
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('data', (chunk) => {
      answers += chunk;
      const line = left.shift();
      if (line !== undefined) socket.write(line);
      else if (!isQuitting) socket.write('QUIT\r\n');
      isQuitting = line === undefined;
    });
    socket.on('close', () => resolve(answers));
    socket.on('error', (error) => (answers === '' ? reject(error) : resolve(answers)));
  });
}
