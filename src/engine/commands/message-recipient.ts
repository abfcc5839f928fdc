/** Who gets a message: an address, or all who take part in a conversation. */

import type { Command } from './command.ts';

/**
 * `conversation` is true for a message to the channel that the execution has with its contact, or to a channel without
 * a recipient; '' as the address means that there is none. With a carrier of its own a contact in a conversation is
 * replied to there as well.
 */
export function recipientOf(
  command: Pick<Extract<Command, { kind: 'send-message' }>, 'channel' | 'to'>,
  execution: { contact: string; channel: string },
  hasCarrier: boolean,
): { address: string; conversation: boolean } {
  const isOwn = command.channel === execution.channel || (hasCarrier && command.to === execution.contact);
  const conversation = command.channel !== '' && (isOwn || command.to === '');
  return { address: conversation ? command.channel : command.to, conversation };
}
