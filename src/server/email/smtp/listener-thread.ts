/** Worker thread that speaks SMTP: started by `listener.ts`, which replies to its requests. */

import type { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { type Envelope, type MessageChunk, SmtpRejection, type SmtpServerOptions } from './handlers.ts';
import { chunkMessage } from './message-chunks.ts';
import { serveSmtp } from './server.ts';
import {
  batchPerTick,
  type ThreadCommand,
  type ThreadMessage,
  type ThreadRequest,
} from './thread-messages.ts';

type PendingRequest = {
  resolve(): void;
  reject(reason: SmtpRejection): void;
  more(memory: ArrayBuffer): void;
};

const send = batchPerTick<ThreadMessage>((messages) =>
  parentPort?.postMessage(messages, messages.flatMap(transferListOf)),
);
const pending = new Map<number, PendingRequest>();
let requestCount = 0;

/** Resolves with a positive reply, rejects with `SmtpRejection`. `more` is called when the next chunk is requested. */
function request(
  question: (number: number) => ThreadRequest,
  more: PendingRequest['more'] = () => {},
): Promise<void> {
  const number = requestCount++;
  send(question(number));
  return new Promise<void>((resolve, reject) => pending.set(number, { resolve, reject, more })).finally(() =>
    pending.delete(number),
  );
}

async function forwardMessage(envelope: Envelope, stream: Readable): Promise<void> {
  const pieces = chunkMessage(stream);
  const next = async (memory?: ArrayBuffer): Promise<MessageChunk | null> =>
    (await pieces.next(memory)).value ?? null;
  const piece = await next();
  const number = requestCount;
  const more = (memory: ArrayBuffer) =>
    void next(memory).then((each) => send({ kind: 'piece', number, piece: each }));
  try {
    await request(() => ({ kind: 'mail', number, envelope, piece }), more);
  } finally {
    // Ends the stream where it was not read completely.
    await pieces.return();
  }
}

function handleCommand(order: ThreadCommand): void {
  if (order.kind === 'close') {
    void listener?.close().then(() => parentPort?.close());
    return;
  }
  const question = pending.get(order.number);
  if (order.kind === 'more') question?.more(order.memory);
  else if (order.refusal === null) question?.resolve();
  else question?.reject(new SmtpRejection(order.refusal.code, order.refusal.message));
}

/** Buffers that are transferred instead of copied. */
function transferListOf(message: ThreadMessage): ArrayBuffer[] {
  return 'piece' in message && message.piece !== null ? [message.piece.bytes.buffer] : [];
}

parentPort?.on('message', (orders: ThreadCommand[]) => {
  for (const each of orders) handleCommand(each);
});
const listener = await serveSmtp(workerData as SmtpServerOptions, {
  admit: (recipient) => request((number) => ({ kind: 'recipient', number, recipient })),
  take: forwardMessage,
}).catch((error: NodeJS.ErrnoException) => {
  send({ kind: 'cannot listen', code: error.code ?? '', message: error.message });
  return null;
});
if (listener !== null) send({ kind: 'listening', port: listener.port });
