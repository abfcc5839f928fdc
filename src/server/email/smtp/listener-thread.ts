/** Worker thread that speaks SMTP: started by `listener.ts`, which replies to its requests. */

import type { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { AcceptedHostnames } from './accepted-hostnames.ts';
import { type Envelope, type MessageChunk, SmtpRejection, type SmtpServerOptions } from './handlers.ts';
import { chunkMessage } from './message-chunks.ts';
import { serveSmtp } from './server.ts';
import {
  batchPerTick,
  type ThreadCommand,
  type ThreadMessage,
  type ThreadReply,
  type ThreadRequest,
} from './thread-messages.ts';

type PendingRequest = {
  resolve(reply: ThreadReply): void;
  reject(reason: SmtpRejection): void;
  sendNextChunk(buffer: ArrayBuffer): void;
};

const send = batchPerTick<ThreadMessage>((messages) =>
  parentPort?.postMessage(messages, messages.flatMap(transferListOf)),
);
const pending = new Map<number, PendingRequest>();
const acceptedHostnames = new AcceptedHostnames();
let requestCount = 0;

/** Resolves with a positive reply, rejects with `SmtpRejection`. `sendNextChunk` is called when the next chunk is requested. */
function request(
  createRequest: (number: number) => ThreadRequest,
  sendNextChunk: PendingRequest['sendNextChunk'] = () => {},
): Promise<ThreadReply> {
  const number = requestCount++;
  send(createRequest(number));
  return new Promise<ThreadReply>((resolve, reject) =>
    pending.set(number, { resolve, reject, sendNextChunk }),
  ).finally(() => pending.delete(number));
}

/**
 * Asks the main thread, unless it has just accepted the whole host name: under load it replies only between two commits, and
 * a client would wait for one before it sends the message, and for another one after it.
 */
async function acceptRecipient(recipient: string): Promise<void> {
  if (acceptedHostnames.has(recipient)) return;
  const { coversHostname } = await request((number) => ({ kind: 'recipient', number, recipient }));
  if (coversHostname) acceptedHostnames.add(recipient);
}

async function forwardMessage(envelope: Envelope, stream: Readable): Promise<void> {
  const chunks = chunkMessage(stream);
  const next = async (buffer?: ArrayBuffer): Promise<MessageChunk | null> =>
    (await chunks.next(buffer)).value ?? null;
  const chunk = await next();
  const number = requestCount;
  const sendNextChunk = (buffer: ArrayBuffer) =>
    void next(buffer).then((nextChunk) => send({ kind: 'chunk', number, chunk: nextChunk }));
  try {
    await request(() => ({ kind: 'message', number, envelope, chunk }), sendNextChunk);
  } finally {
    // Ends the stream where it was not read completely.
    await chunks.return();
  }
}

function handleCommand(command: ThreadCommand): void {
  if (command.kind === 'close') {
    void listener?.close().then(() => parentPort?.close());
    return;
  }
  const pendingRequest = pending.get(command.number);
  if (command.kind === 'next chunk') pendingRequest?.sendNextChunk(command.buffer);
  else if (command.rejection === null) pendingRequest?.resolve(command);
  else pendingRequest?.reject(new SmtpRejection(command.rejection.code, command.rejection.message));
}

/** Buffers that are transferred instead of copied. */
function transferListOf(message: ThreadMessage): ArrayBuffer[] {
  return 'chunk' in message && message.chunk !== null ? [message.chunk.bytes.buffer] : [];
}

parentPort?.on('message', (commands: ThreadCommand[]) => {
  for (const each of commands) handleCommand(each);
});
const listener = await serveSmtp(workerData as SmtpServerOptions, {
  acceptRecipient,
  receiveEmail: forwardMessage,
}).catch((error: NodeJS.ErrnoException) => {
  send({ kind: 'cannot listen', code: error.code ?? '', message: error.message });
  return null;
});
if (listener !== null) send({ kind: 'listening', port: listener.port });
