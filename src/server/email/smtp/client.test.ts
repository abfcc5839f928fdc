import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';
import { sendViaRelay } from './client.ts';
import { RelayConnectionPool } from './relay-pool.ts';

let relay: SmtpRelay;
beforeAll(async () => {
  relay = await openSmtpRelay();
});
afterAll(() => relay.close());

const message = {
  sender: 'shop@sender.test',
  recipient: 'kim@reader.test',
  bytes: Buffer.from('Subject: x\r\n\r\n.dot\r\n'),
};
const timeouts = { connect_ms: 10_000, reply_ms: 10_000 };
const optionsOf = (auth: { user: string; pass: string } | null = null) => {
  return { host: '127.0.0.1', port: relay.port, secure: false, auth, allowsInsecureAuth: true };
};
const send = (auth: { user: string; pass: string } | null = null) =>
  sendViaRelay(new RelayConnectionPool(), optionsOf(auth), message, timeouts);

it('sends a message and returns the reply', async () => {
  expect(await send()).toMatchObject({ code: 250, tls: false });
  expect(relay.messages).toEqual([
    {
      sender: 'shop@sender.test',
      recipient: 'kim@reader.test',
      text: 'Subject: x\r\n\r\n.dot\r\n',
      body: '7bit',
      tls: false,
    },
  ]);
});

it('returns the code and text of a rejection', async () => {
  relay.replies.push('451 4.2.1 Busy', '550 5.1.1 No such user');
  expect(await send()).toMatchObject({ code: 451, text: '451 4.2.1 Busy' });
  expect(await send()).toMatchObject({ code: 550, text: '550 5.1.1 No such user' });
});

it('returns no code without a reply to the message', async () => {
  relay.replies.push('hang', 'close');
  const pool = new RelayConnectionPool();
  const impatient = { ...timeouts, reply_ms: 500 };
  expect(await sendViaRelay(pool, optionsOf(), message, impatient)).toMatchObject({ code: null });
  expect(await send()).toMatchObject({ code: null });
  const unreachable = { ...optionsOf(), port: 1 };
  expect(await sendViaRelay(pool, unreachable, message, timeouts)).toMatchObject({ code: null });
});

it('authenticates where the relay requires it; a wrong password is no reply to the message', async () => {
  expect(await send({ user: 'me', pass: 'right' })).toMatchObject({ code: 250 });
  const reply = await send({ user: 'me', pass: 'wrong' });
  expect(reply.code).toBe(null);
  expect(reply.text).not.toContain('wrong');
});

it('sends no password to a relay without TLS, unless that is allowed', async () => {
  const before = { messages: relay.messages.length, logins: relay.logins() };
  const options = { ...optionsOf({ user: 'me', pass: 'right' }), allowsInsecureAuth: false };
  const reply = await sendViaRelay(new RelayConnectionPool(), options, message, timeouts);
  expect(reply).toMatchObject({ code: null, text: expect.stringContaining('The relay offers no TLS') });
  expect({ messages: relay.messages.length, logins: relay.logins() }).toEqual(before);
  const plain = { ...optionsOf(), allowsInsecureAuth: false };
  expect(await sendViaRelay(new RelayConnectionPool(), plain, message, timeouts)).toMatchObject({
    code: 250,
  });
});

it('reuses a connection for many messages, also after a rejection', async () => {
  const pool = new RelayConnectionPool();
  const options = optionsOf({ user: 'me', pass: 'right' });
  const before = { connections: relay.connections(), messages: relay.messages.length };
  relay.replies.push('accepted', '550 5.1.1 No such user');
  const codes: (number | null)[] = [];
  for (let n = 0; n < 5; n += 1) codes.push((await sendViaRelay(pool, options, message, timeouts)).code);
  expect(codes).toEqual([250, 550, 250, 250, 250]);
  expect(relay.messages).toHaveLength(before.messages + 4);
  expect(relay.connections()).toBe(before.connections + 1);
  pool.close();
  expect(await sendViaRelay(pool, options, message, timeouts)).toMatchObject({ code: 250 });
  expect(relay.connections()).toBe(before.connections + 2);
});

it('opens a new connection when the relay has closed the idle one', async () => {
  const pool = new RelayConnectionPool();
  const options = optionsOf();
  await sendViaRelay(pool, options, message, timeouts);
  const before = relay.connections();
  relay.dropConnections();
  expect(await sendViaRelay(pool, options, message, timeouts)).toMatchObject({ code: 250 });
  expect(relay.connections()).toBe(before + 1);
});

it('returns the reply of a relay that closes the connection', async () => {
  relay.replies.push('421 4.3.2 Going down');
  expect(await send()).toMatchObject({ code: 421, text: '421 4.3.2 Going down' });
});

it('sends bytes above 127 where the relay offers 8BITMIME, and what was composed for seven bits otherwise', async () => {
  const eightBit = { ...message, bytes: Buffer.from('Subject: x\r\n\r\nü\r\n') };
  const sevenBit = async () => Buffer.from('Subject: x\r\n\r\n=C3=BC\r\n');
  const textSent = async ({ port, messages }: SmtpRelay) => {
    const options = { ...optionsOf(), port };
    await sendViaRelay(new RelayConnectionPool(), options, { ...eightBit, sevenBit }, timeouts);
    return messages.at(-1);
  };
  expect(await textSent(relay)).toMatchObject({ text: 'Subject: x\r\n\r\nü\r\n', body: '8bitmime' });
  const old = await openSmtpRelay({ offers8BitMime: false });
  expect(await textSent(old)).toMatchObject({ text: 'Subject: x\r\n\r\n=C3=BC\r\n', body: '7bit' });
  await old.close();
});
