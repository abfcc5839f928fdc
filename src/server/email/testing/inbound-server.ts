/** Test fixture: a server with an SMTP listener, parse settings, and the webhook receiver that they post to. */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { expect } from 'vitest';
import type { ParseSettingRow } from '../../platform/database/schema/email.ts';
import { type databaseKinds, openRunningServer, type RunningServer } from '../../testing/running-server.ts';
import { startSmtpListener } from '../inbound/smtp-listener.ts';
import type { SmtpListener } from '../smtp/handlers.ts';
import { countContents, countReceived, countUnderWay, insertSetting, shardsOf } from './inbound-census.ts';

/** How the receiver responds to a post: with a status, never, without end, or with a redirect. */
export type ReceiverBehavior = number | 'never' | 'endless' | 'elsewhere';

export type WebhookReceiver = {
  url: string;
  posts: FormData[];
  headers: IncomingHttpHeaders[];
  bodies: Buffer[];
  /** The responses to the next posts, in order; then 200. */
  replies: ReceiverBehavior[];
  close(): void;
};

async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const posts: FormData[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const bodies: Buffer[] = [];
  const replies: ReceiverBehavior[] = [];
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

export type InboundServer = {
  running: RunningServer;
  receiver: WebhookReceiver;
  port: number;
  /** Adds a parse setting that posts to the receiver. */
  addParseSetting(hostname: string, more?: Partial<ParseSettingRow>): Promise<void>;
  send(mail: SendMailOptions): Promise<unknown>;
  /** Writes these lines to an SMTP connection, waiting for a reply between them, then QUIT; returns all replies. */
  smtpDialogue(lines: readonly (string | Buffer)[]): Promise<string>;
  /** Messages counted in the statistics. */
  receivedCount(): Promise<number>;
  /** Where emails are, and where they are counted. */
  shardsOf(table: 'inbound_mails' | 'parse_stats'): Promise<number[]>;
  /** Contents in the database, complete or not, without those that are kept after they were posted. */
  contentCount(): Promise<number>;
  /** Resolves once the receiver has this many posts, and what it answered is recorded. */
  waitForPosts(posts: number): Promise<void>;
  close(): Promise<void>;
};

export async function openInboundServer(
  kind: (typeof databaseKinds)[number],
  env: Readonly<Record<string, string>> = {},
): Promise<InboundServer> {
  const running = await openRunningServer(kind, { worker: false, env });
  const receiver = await openWebhookReceiver();
  const { ctx, account } = running;
  const config = { ...ctx.config, smtp: { host: '127.0.0.1', port: 0, isExplicit: true, tls: null } };
  const listener: SmtpListener | null = await startSmtpListener({ ...ctx, config }, running.addWorker());
  if (listener === null) throw new Error('There is no SMTP listener.');
  const { port } = listener;
  const { read } = ctx.database;
  return {
    running,
    receiver,
    port,
    async addParseSetting(hostname, more = {}) {
      const now = ctx.clock.now();
      const row: ParseSettingRow = {
        ...{ account: account.account_sid, region: 'global', hostname, url: receiver.url },
        ...{
          spam_check: 0,
          send_raw: 0,
          security_policy: null,
          proven_at: null,
          ...{ check_at: null, checked_at: null, mx_found_at: null, failing_since: null, acts_for: null },
          created_at: now,
          updated_at: now,
          ...more,
        },
      };
      await ctx.database.write((tx) => insertSetting(tx, row));
    },
    send: (mail) => createTransport({ host: '127.0.0.1', port }).sendMail(mail),
    smtpDialogue: (lines) => smtpDialogue(port, lines),
    receivedCount: () => countReceived(read),
    shardsOf: (table) => shardsOf(read, table),
    contentCount: () => countContents(read),
    async waitForPosts(posts) {
      const recorded = async () => {
        // A lease that ended on the way would have the email posted again.
        if ((await countUnderWay(read, ctx.clock.now())) > 0) return null;
        // Emails that the semaphore rejected are retried after a while.
        if (receiver.posts.length < posts) running.advanceClock(100);
        return receiver.posts.length;
      };
      await expect.poll(recorded).toBe(posts);
    },
    async close() {
      await listener.close();
      receiver.close();
      await running.close();
    },
  };
}

function smtpDialogue(port: number, lines: readonly (string | Buffer)[]): Promise<string> {
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
