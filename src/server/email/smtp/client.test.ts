import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';
import { closeRelayConnections, sendViaRelay } from './client.ts';

let relay: SmtpRelay;
beforeAll(async () => {
  relay = await openSmtpRelay();
});
afterAll(() => relay.close());

const mail = {
  sender: 'shop@sender.test',
  recipient: 'kim@reader.test',
  bytes: Buffer.from('Subject: x\r\n\r\n.dot\r\n'),
};
const patience = { connect_ms: 10_000, answer_ms: 10_000 };
const send = (auth: { user: string; pass: string } | null = null) =>
  sendViaRelay({ host: '127.0.0.1', port: relay.port, secure: false, auth }, mail, patience);

it('hands a mail over and tells how it was taken', async () => {
  expect(await send()).toMatchObject({ code: 250, tls: false });
  expect(relay.messages).toEqual([
    { sender: 'shop@sender.test', recipient: 'kim@reader.test', text: 'Subject: x\r\n\r\n.dot\r\n' },
  ]);
});

it('tells the number and the words of a refusal', async () => {
  relay.replies.push('451 4.2.1 Busy', '550 5.1.1 No such user');
  expect(await send()).toMatchObject({ code: 451, text: '451 4.2.1 Busy' });
  expect(await send()).toMatchObject({ code: 550, text: '550 5.1.1 No such user' });
});

it('comes back without a number when nothing was said about the mail', async () => {
  relay.replies.push('hang', 'close');
  const silent = { host: '127.0.0.1', port: relay.port, secure: false, auth: null };
  expect(await sendViaRelay(silent, mail, { ...patience, reply_ms: 500 })).toMatchObject({ code: null });
  expect(await send()).toMatchObject({ code: null });
  const nobody = { host: '127.0.0.1', port: 1, secure: false, auth: null };
  expect(await sendViaRelay(nobody, mail, patience)).toMatchObject({ code: null });
});

it('signs in where the relay asks for it; a wrong password is not the fault of the recipient', async () => {
  expect(await send({ user: 'me', pass: 'right' })).toMatchObject({ code: 250 });
  const refused = await send({ user: 'me', pass: 'wrong' });
  expect(refused.code).toBe(null);
  expect(refused.text).not.toContain('wrong');
});

it('brings many mails over one connection, refused ones between them', async () => {
  const same = { host: '127.0.0.1', port: relay.port, secure: false, auth: { user: 'me', pass: 'right' } };
  const before = { connections: relay.connections(), mails: relay.messages.length };
  relay.replies.push('taken', '550 5.1.1 No such user');
  const codes: (number | null)[] = [];
  for (let n = 0; n < 5; n += 1) codes.push((await sendViaRelay(same, mail, patience)).code);
  expect(codes).toEqual([250, 550, 250, 250, 250]);
  expect(relay.messages).toHaveLength(before.mails + 4);
  expect(relay.connections()).toBe(before.connections + 1);
  closeRelayConnections(same);
  expect(await sendViaRelay(same, mail, patience)).toMatchObject({ code: 250 });
  expect(relay.connections()).toBe(before.connections + 2);
});

it('takes a new connection when the relay has hung up on the one that was kept', async () => {
  const same = { host: '127.0.0.1', port: relay.port, secure: false, auth: null };
  await sendViaRelay(same, mail, patience);
  const before = relay.connections();
  relay.dropConnections();
  expect(await sendViaRelay(same, mail, patience)).toMatchObject({ code: 250 });
  expect(relay.connections()).toBe(before + 1);
});

it('hears a relay out that closes the connection', async () => {
  relay.replies.push('421 4.3.2 Going down');
  expect(await send()).toMatchObject({ code: 421, text: '421 4.3.2 Going down' });
});
