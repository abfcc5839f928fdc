import { describe, expect, it } from 'vitest';
import {
  acceptedMessage,
  failedMessage,
  messageWithoutRecipient,
  type OutboundMessage,
  undeliveredReason,
} from './message-result.ts';

const message: OutboundMessage = {
  sid: 'SM1',
  account: 'AC1',
  status: 'queued',
  from: '+15550199',
  to: '+15550100',
  body: 'Hello',
  media: ['https://files.example/a.png', 'https://files.example/b.png'],
  created: Date.UTC(2026, 6, 1, 12),
};
const fields = {
  Sid: 'SM1',
  AccountSid: 'AC1',
  Status: 'queued',
  Direction: 'outbound-api',
  From: '+15550199',
  To: '+15550100',
  Body: 'Hello',
  NumMedia: '2',
  DateCreated: '2026-07-01T12:00:00.000Z',
};

describe('the result of a message', () => {
  it('has the fields of the carrier, without an error', () => {
    expect(acceptedMessage(message)).toEqual({
      ok: true,
      data: { ...fields, ErrorCode: null, ErrorMessage: null },
    });
  });

  it('has the error of the carrier', () => {
    expect(failedMessage(message, '30003', 'Unreachable')).toEqual({
      ok: false,
      code: 81011,
      message: 'The message failed: Unreachable (30003)',
      data: { ...fields, ErrorCode: '30003', ErrorMessage: 'Unreachable' },
    });
  });

  it('has the documented error where the carrier names none', () => {
    const reason = undeliveredReason('undelivered');
    expect(reason).toBe('The carrier reports it as undelivered');
    expect(failedMessage(message, '', reason)).toEqual({
      ok: false,
      code: 81011,
      message: `The message failed: ${reason}`,
      data: { ...fields, ErrorCode: '81011', ErrorMessage: reason },
    });
  });

  it('is a failure without a recipient', () => {
    expect(messageWithoutRecipient()).toEqual({
      ok: false,
      code: 81011,
      message: 'The message has no recipient',
      data: {},
    });
  });
});
