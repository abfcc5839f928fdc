import { expect, it } from 'vitest';
import { classifyReply, refuseDeferred } from './classify-reply.ts';

it.each([
  [250, '250 2.0.0 Ok', 'delivered'],
  [421, '421 4.3.0 Busy', 'deferred'],
  [null, 'The connection was closed', 'deferred'],
])('%s is no refusal', (code, text, kind) => {
  expect(classifyReply({ code, text })).toEqual({ kind });
});

it.each([
  ['550 5.1.1 No such user', 'bounce', '5.1.1', 'Invalid Address'],
  ['552 5.2.2 Over quota', 'bounce', '5.2.2', 'Mailbox Unavailable'],
  ['550 User unknown', 'bounce', '5.0.0', 'Invalid Address'],
  ['552 Mailbox full', 'bounce', '5.0.0', 'Mailbox Unavailable'],
  ['554 5.7.1 Refused by policy', 'blocked', '5.7.1', 'Reputation'],
  ['550 5.7.1 This looks like spam', 'blocked', '5.7.1', 'Content'],
  ['550 5.7.0 Too many messages', 'blocked', '5.7.0', 'Frequency or Volume Too High'],
  ['554 Blocked, see the block list', 'blocked', '5.0.0', 'Reputation'],
  ['554 5.6.0 Broken content', 'blocked', '5.6.0', 'Content'],
  ['503 5.5.1 Bad sequence', 'blocked', '5.5.1', 'Technical'],
  ['550 5.1.8 Sender domain has no records', 'blocked', '5.1.8', 'Technical'],
  ['552 5.2.3 Message too large', 'blocked', '5.2.3', 'Technical'],
  ['550 5.2.1 The user receives mail at a high rate', 'blocked', '5.2.1', 'Frequency or Volume Too High'],
  ['554 5.7.1 Relay access denied', 'blocked', '5.7.1', 'Technical'],
  ['550 Relaying not permitted', 'blocked', '5.0.0', 'Technical'],
  ['556 5.1.10 example.com accepts no email', 'bounce', '5.1.10', 'Invalid Address'],
  ['554 Transaction failed', 'bounce', '5.0.0', 'Unclassified'],
])('%s', (text, type, status, classification) => {
  const verdict = classifyReply({ code: Number(text.slice(0, 3)), text });
  expect(verdict).toEqual({ kind: 'refused', type, status, classification });
});

it.each([
  [451, '451 4.7.28 Unusual rate of email', '4.7.28', 'Frequency or Volume Too High'],
  [452, '452 4.2.2 Over quota', '4.2.2', 'Mailbox Unavailable'],
  [451, '451 4.7.1 Refused for now', '4.7.1', 'Reputation'],
  [421, '421 Service not available', '4.0.0', 'Technical'],
  [null, 'connect ECONNREFUSED', '4.0.0', 'Technical'],
])('at the last attempt %s %s is a block', (code, text, status, classification) => {
  expect(refuseDeferred({ code, text })).toEqual({
    kind: 'refused',
    type: 'blocked',
    status,
    classification,
  });
});
