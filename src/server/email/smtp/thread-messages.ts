/** Messages between the SMTP thread and the main thread, posted in batches. */

import type { Envelope, MessageChunk } from './handlers.ts';

/** A request about a recipient or a message; it ends with one `ThreadReply` of the same number. */
export type ThreadRequest =
  | { kind: 'recipient'; number: number; recipient: string }
  | { kind: 'message'; number: number; envelope: Envelope; chunk: MessageChunk | null };

/** Messages from the thread. The first one is `listening` or `cannot listen`. A chunk is null when the client aborted. */
export type ThreadMessage =
  | ThreadRequest
  | { kind: 'listening'; port: number }
  | { kind: 'cannot listen'; code: string; message: string }
  | { kind: 'chunk'; number: number; chunk: MessageChunk | null };

/** `rejection` is null for an accepted recipient or message; `coversHostname` when every recipient at that host name is accepted. */
export type ThreadReply = {
  kind: 'reply';
  number: number;
  rejection: { code: number; message: string } | null;
  coversHostname: boolean;
};

/** Messages to the thread. `next chunk` requests the next chunk of a message, and returns the buffer of the previous one. */
export type ThreadCommand =
  | ThreadReply
  | { kind: 'next chunk'; number: number; buffer: ArrayBuffer }
  | { kind: 'close' };

/**
 * Batches messages of one tick of the event loop into one post: waking the other thread costs more than a short message.
 */
export function batchPerTick<M>(post: (messages: M[]) => void): (message: M) => void {
  let messages: M[] = [];
  return (message) => {
    if (messages.push(message) > 1) return;
    setImmediate(() => {
      const batch = messages;
      messages = [];
      post(batch);
    });
  };
}
