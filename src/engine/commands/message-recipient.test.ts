import { describe, expect, it } from 'vitest';
import { recipientOf } from './message-recipient.ts';

const execution = { contact: '+15550100', channel: 'CH1' };

describe('the recipient of a message', () => {
  it.each([
    ['the address that is named', { channel: '', to: '+15550177' }, false, '+15550177', false],
    ['the conversation of the execution', { channel: 'CH1', to: '+15550177' }, false, 'CH1', true],
    ['a conversation without an address', { channel: 'CH2', to: '' }, false, 'CH2', true],
    [
      'the address before another conversation',
      { channel: 'CH2', to: '+15550177' },
      true,
      '+15550177',
      false,
    ],
    ['the contact', { channel: 'CH2', to: '+15550100' }, false, '+15550100', false],
    ['the conversation of a contact with a carrier', { channel: 'CH2', to: '+15550100' }, true, 'CH2', true],
    ['nobody', { channel: '', to: '' }, true, '', false],
  ])('is %s', (_, command, hasCarrier, address, conversation) => {
    expect(recipientOf(command, execution, hasCarrier)).toEqual({ address, conversation });
  });

  it('is no conversation where the execution has none', () => {
    const without = { contact: '+15550100', channel: '' };
    expect(recipientOf({ channel: '', to: '+15550100' }, without, true)).toEqual({
      address: '+15550100',
      conversation: false,
    });
  });
});
