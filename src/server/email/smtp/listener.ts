/**
 * Main-thread side of the SMTP listener: starts the worker thread that speaks SMTP (RFC 5321) and replies to its requests, so
 * that the protocol runs in parallel to database writes and posts.
 */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../../platform/checkout.ts';
import { threadEnvironment } from '../../platform/config.ts';
import { StorageUnavailable } from '../../platform/database/storage-fault.ts';
import {
  IncompleteMessage,
  type MessageChunk,
  type SmtpHandlers,
  type SmtpListener,
  SmtpRejection,
  type SmtpServerOptions,
} from './handlers.ts';
import {
  batchPerTick,
  type ThreadCommand,
  type ThreadMessage,
  type ThreadReply,
  type ThreadRequest,
} from './thread-messages.ts';

/** A small young generation is collected often, which also frees the buffers that its objects own. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** Listens for SMTP. @throws the listen error of the socket, such as EADDRINUSE */
export async function listenSmtp(options: SmtpServerOptions, handlers: SmtpHandlers): Promise<SmtpListener> {
  const thread = new Worker(threadProgram('listener-thread', import.meta.url), {
    workerData: options,
    resourceLimits,
    env: threadEnvironment(),
  });
  const [[first]] = (await once(thread, 'message')) as [ThreadMessage[]];
  if (first?.kind !== 'listening') {
    await thread.terminate();
    throw first?.kind === 'cannot listen'
      ? Object.assign(new Error(first.message), { code: first.code })
      : new Error('The SMTP thread did not start');
  }
  const send = batchPerTick<ThreadCommand>((commands) =>
    thread.postMessage(commands, commands.flatMap(transferListOf)),
  );
  const chunkConsumers = new Map<number, (chunk: MessageChunk | null) => void>();
  const reply = async (request: ThreadRequest) => {
    const { number } = request;
    const next = (buffer: ArrayBuffer) =>
      new Promise<MessageChunk | null>((resolve) => {
        chunkConsumers.set(number, resolve);
        send({ kind: 'next chunk', number, buffer });
      });
    send({ kind: 'reply', number, ...(await decisionOf(handleRequest(request, handlers, next), handlers)) });
    chunkConsumers.delete(number);
  };
  thread.on('message', (messages: ThreadMessage[]) => {
    for (const each of messages) {
      if (each.kind === 'chunk') chunkConsumers.get(each.number)?.(each.chunk);
      else if (each.kind === 'message' || each.kind === 'recipient') void reply(each);
    }
  });
  return {
    port: first.port,
    async close() {
      send({ kind: 'close' });
      await once(thread, 'exit');
    },
  };
}

/** Requests the next chunk, returning the buffer of the previous one; null when the client aborted. */
type RequestChunk = (buffer: ArrayBuffer) => Promise<MessageChunk | null>;

async function handleRequest(
  request: ThreadRequest,
  handlers: SmtpHandlers,
  next: RequestChunk,
): Promise<{ coversHostname: boolean }> {
  if (request.kind === 'message') {
    await handlers.receiveEmail(request.envelope, streamChunks(request.chunk, next));
    return { coversHostname: false };
  }
  const acceptance = await handlers.acceptsRecipient(request.recipient);
  if (acceptance === 'none') throw new SmtpRejection(550, 'No mail is accepted for this address');
  return { coversHostname: acceptance === 'host name' };
}

async function* streamChunks(
  first: MessageChunk | null,
  next: RequestChunk,
): AsyncGenerator<MessageChunk, void> {
  for (let chunk = first; ; chunk = await next(chunk.bytes.buffer)) {
    if (chunk === null) throw new IncompleteMessage('The message is incomplete');
    yield chunk;
    if (chunk.isLast) return;
  }
}

/** Buffers that are transferred instead of copied. */
function transferListOf(command: ThreadCommand): ArrayBuffer[] {
  return command.kind === 'next chunk' ? [command.buffer] : [];
}

type Decision = Pick<ThreadReply, 'rejection' | 'coversHostname'>;

/** A positive reply when `work` resolves; other errors become a transient negative one (4yz), so that the client retries. */
async function decisionOf(
  work: Promise<{ coversHostname: boolean }>,
  handlers: SmtpHandlers,
): Promise<Decision> {
  try {
    return { rejection: null, ...(await work) };
  } catch (error) {
    return { rejection: rejectionOf(error, handlers), coversHostname: false };
  }
}

function rejectionOf(error: unknown, handlers: SmtpHandlers): ThreadReply['rejection'] {
  if (error instanceof SmtpRejection) return { code: error.responseCode, message: error.message };
  if (!(error instanceof IncompleteMessage)) handlers.reportError(error);
  // RFC 5321, section 4.2.2: insufficient system storage.
  if (error instanceof StorageUnavailable)
    return { code: 452, message: 'There is no room for the message at the moment' };
  return { code: 451, message: 'The message cannot be accepted at the moment' };
}
