/**
 * Main-thread side of the SMTP listener: starts the worker thread that speaks SMTP (RFC 5321) and replies to its requests, so
 * that the protocol runs in parallel to database writes and posts.
 */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
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
export async function listenSmtp(
  settings: SmtpServerOptions,
  reception: SmtpHandlers,
): Promise<SmtpListener> {
  const thread = new Worker(new URL('./listener-thread.ts', import.meta.url), {
    workerData: settings,
    resourceLimits,
  });
  const [[first]] = (await once(thread, 'message')) as [ThreadMessage[]];
  if (first?.kind !== 'listening') {
    await thread.terminate();
    throw first?.kind === 'cannot listen'
      ? Object.assign(new Error(first.message), { code: first.code })
      : new Error('The SMTP thread did not start');
  }
  const order = batchPerTick<ThreadCommand>((orders) =>
    thread.postMessage(orders, orders.flatMap(transferListOf)),
  );
  const pieces = new Map<number, (piece: MessageChunk | null) => void>();
  const answer = async (question: ThreadRequest) => {
    const { number } = question;
    const next = (memory: ArrayBuffer) =>
      new Promise<MessageChunk | null>((resolve) => {
        pieces.set(number, resolve);
        order({ kind: 'more', number, memory });
      });
    order({
      kind: 'answer',
      number,
      refusal: await rejectionOf(handleRequest(question, reception, next), reception),
    });
    pieces.delete(number);
  };
  thread.on('message', (told: ThreadMessage[]) => {
    for (const each of told) {
      if (each.kind === 'piece') pieces.get(each.number)?.(each.piece);
      else if (each.kind === 'mail' || each.kind === 'recipient') void answer(each);
    }
  });
  return {
    port: first.port,
    async close() {
      order({ kind: 'close' });
      await once(thread, 'exit');
    },
  };
}

/** Requests the next chunk, returning the memory of the previous one; null when the client aborted. */
type RequestChunk = (memory: ArrayBuffer) => Promise<MessageChunk | null>;

async function handleRequest(
  question: ThreadRequest,
  reception: SmtpHandlers,
  next: RequestChunk,
): Promise<void> {
  if (question.kind === 'mail')
    return reception.receiveMessage(question.envelope, streamChunks(question.piece, next));
  if (!(await reception.acceptsRecipient(question.recipient)))
    throw new SmtpRejection(550, 'No mail is accepted for this address');
}

async function* streamChunks(
  first: MessageChunk | null,
  next: RequestChunk,
): AsyncGenerator<MessageChunk, void> {
  for (let piece = first; ; piece = await next(piece.bytes.buffer)) {
    if (piece === null) throw new IncompleteMessage('The message is incomplete');
    yield piece;
    if (piece.isLast) return;
  }
}

/** Buffers that are transferred instead of copied. */
function transferListOf(order: ThreadCommand): ArrayBuffer[] {
  return order.kind === 'more' ? [order.memory] : [];
}

/** Null when `work` resolves; other errors become a transient negative reply (4yz), so that the client retries. */
async function rejectionOf(work: Promise<void>, reception: SmtpHandlers): Promise<ThreadReply['refusal']> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof SmtpRejection) return { code: error.responseCode, message: error.message };
    if (!(error instanceof IncompleteMessage)) reception.reportError(error);
    return { code: 451, message: 'The message cannot be accepted at the moment' };
  }
}
