/** What the thread that speaks SMTP and the rest of the process tell each other, several messages at a time. */

import type { Envelope, MessageChunk } from './handlers.ts';

/**
 * A question, about a recipient or a mail, has a number; it ends with one `Answer` of that number. A piece is null when
 * the rest of the mail does not come.
 */
export type ThreadRequest =
  | { kind: 'recipient'; number: number; recipient: string }
  | { kind: 'mail'; number: number; envelope: Envelope; piece: MessageChunk | null };

/** The thread's messages. The first one is `listening` or `cannot listen`. */
export type ThreadMessage =
  | ThreadRequest
  | { kind: 'listening'; port: number }
  | { kind: 'cannot listen'; code: string; message: string }
  | { kind: 'piece'; number: number; piece: MessageChunk | null };

/** `refusal` is null for a recipient or mail that is taken. */
export type ThreadReply = {
  kind: 'answer';
  number: number;
  refusal: { code: number; message: string } | null;
};

/** The messages to the thread. `more` asks for the next piece of a mail, and gives back the memory of the last one. */
export type ThreadCommand =
  | ThreadReply
  | { kind: 'more'; number: number; memory: ArrayBuffer }
  | { kind: 'close' };

/**
 * Hands on messages that are made in the same turn of the event loop together: each post wakes the other thread, and
 * that costs more than a short message.
 */
export function batchPerTick<M>(post: (messages: M[]) => void): (message: M) => void {
  let messages: M[] = [];
  return (message) => {
    if (messages.push(message) > 1) return;
    setImmediate(() => {
      const gathered = messages;
      messages = [];
      post(gathered);
    });
  };
}
