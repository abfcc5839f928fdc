import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SmtpListener } from './connector/smtp/listen.ts';
import { takeMailIn } from './mail-in.ts';
import { databases, openRunning, type RunningServer, startTimeout } from './test-running.ts';

/** Keeps what is posted to it; answers as it is told, 200 unless told otherwise. */
async function openReceiver() {
  const posts: FormData[] = [];
  const answers: number[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    posts.push(await new Response(Buffer.concat(chunks), { headers }).formData());
    response.writeHead(answers.shift() ?? 200).end('thanks');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { posts, answers, url: `http://127.0.0.1:${port}/parse`, close: () => server.close() };
}

describe.each(databases)('mail that comes in, %s', (kind) => {
  let running: RunningServer;
  let smtp: SmtpListener;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  const send = (mail: object, port = smtp.port) =>
    createTransport({ host: '127.0.0.1', port, tls: { rejectUnauthorized: false } }).sendMail(mail);
  const received = () =>
    running.host.database.read
      .selectFrom('parse_stats')
      .select(({ fn }) => fn.sum('received').as('sum'))
      .executeTakeFirst()
      .then((row) => Number(row?.sum ?? 0));
  const parts = () =>
    running.host.database.read
      .selectFrom('inbound_parts')
      .select('content')
      .execute()
      .then((rows) => rows.length);

  beforeAll(async () => {
    running = await openRunning(kind);
    receiver = await openReceiver();
    const now = running.host.clock.now();
    await running.host.database.write(async (tx) => {
      for (const hostname of ['mail.test', 'raw.test']) {
        await tx
          .insertInto('parse_settings')
          .values({
            ...{ account: running.account.account_sid, region: 'global', hostname, url: receiver.url },
            ...{ spam_check: 0, send_raw: hostname === 'raw.test' ? 1 : 0, security_policy: null },
            ...{ created_at: now, updated_at: now },
          })
          .execute();
      }
    });
    const config = { ...running.host.config, smtp: { host: '127.0.0.1', port: 0, chosen: true, tls: null } };
    const listener = await takeMailIn({ ...running.host, config });
    if (listener === null) throw new Error('No mail is taken in.');
    smtp = listener;
  }, startTimeout);
  afterAll(async () => {
    await smtp.close();
    receiver.close();
    await running.close();
  });

  it('is posted with its texts and attachments, and counted', async () => {
    await send({
      from: 'Sam <sam@sender.test>',
      to: 'desk@mail.test',
      subject: 'Grüße',
      text: 'Hello',
      html: '<p>Hello</p>',
      attachments: [{ filename: 'a.txt', content: 'inside' }],
    });
    await expect.poll(() => receiver.posts.length, { timeout: 10_000 }).toBe(1);
    const form = receiver.posts[0];
    expect(form?.get('subject')).toBe('Grüße');
    expect(form?.get('from')).toBe('Sam <sam@sender.test>');
    expect(form?.get('text')).toBe('Hello\n');
    expect(form?.get('html')).toBe('<p>Hello</p>\n');
    expect(JSON.parse(String(form?.get('envelope')))).toEqual({
      to: ['desk@mail.test'],
      from: 'sam@sender.test',
    });
    const file = form?.get('attachment1');
    expect(file instanceof File && (await file.text())).toBe('inside');
    expect(await received()).toBe(1);
    await expect.poll(parts).toBe(0);
  });

  it('is posted whole where the setting asks for it', async () => {
    receiver.posts.length = 0;
    await send({ from: 'sam@sender.test', to: 'x@RAW.test', subject: 'Raw', text: 'as it is' });
    await expect.poll(() => receiver.posts.length, { timeout: 10_000 }).toBe(1);
    expect(String(receiver.posts[0]?.get('email'))).toContain('as it is');
    expect(receiver.posts[0]?.has('text')).toBe(false);
  });

  it('is refused for hosts that nobody has a setting for', async () => {
    await expect(send({ from: 'a@b.test', to: 'x@elsewhere.test', text: 'x' })).rejects.toThrow('550');
  });

  it('over 30 MB is refused with 552, leaves nothing and is not counted', async () => {
    const before = await received();
    const big = {
      from: 'a@b.test',
      to: 'x@mail.test',
      text: 'x',
      attachments: [{ content: Buffer.alloc(24_000_000) }],
    };
    await expect(send(big)).rejects.toThrow('552');
    expect(await received()).toBe(before);
    await expect.poll(parts).toBe(0);
  });

  it('comes again when the receiver fails, and is counted once', async () => {
    receiver.posts.length = 0;
    const before = await received();
    receiver.answers.push(503, 302);
    await send({ from: 'a@b.test', to: 'x@mail.test', subject: 'again', text: 'x' });
    await expect.poll(() => receiver.posts.length, { timeout: 10_000 }).toBe(1);
    for (const posts of [2, 3]) {
      await expect
        .poll(
          () => {
            running.pass(20_000);
            return receiver.posts.length;
          },
          { timeout: 10_000 },
        )
        .toBe(posts);
    }
    expect(await received()).toBe(before + 1);
  });
});
