import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRelay, type TestRelay } from '../../test-relay.ts';
import { sendBySmtp } from './send.ts';

let relay: TestRelay;
beforeAll(async () => {
  relay = await openRelay();
});
afterAll(() => relay.close());

const mail = {
  sender: 'shop@sender.test',
  recipient: 'kim@reader.test',
  bytes: Buffer.from('Subject: x\r\n\r\n.dot\r\n'),
};
const patience = { connect_ms: 2_000, answer_ms: 150 };
const send = (auth: { user: string; pass: string } | null = null) =>
  sendBySmtp({ host: '127.0.0.1', port: relay.port, secure: false, auth }, mail, patience);

it('hands a mail over and tells how it was taken', async () => {
  expect(await send()).toMatchObject({ code: 250, tls: false });
  expect(relay.mails).toEqual([
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
  expect(await send()).toMatchObject({ code: null });
  expect(await send()).toMatchObject({ code: null });
  const nobody = { host: '127.0.0.1', port: 1, secure: false, auth: null };
  expect(await sendBySmtp(nobody, mail, patience)).toMatchObject({ code: null });
});

it('signs in where the relay asks for it; a wrong password is not the fault of the recipient', async () => {
  expect(await send({ user: 'me', pass: 'right' })).toMatchObject({ code: 250 });
  const refused = await send({ user: 'me', pass: 'wrong' });
  expect(refused.code).toBe(null);
  expect(refused.text).not.toContain('wrong');
});
