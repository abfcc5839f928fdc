/**
 * Receives mail by SMTP, spoken in a thread of its own: what clients send is read while this one writes to the
 * database and posts. Here the thread's questions are answered.
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

/** Of the thread's memory, what it throws away soon: little, so that the buffers that hang on it go soon too. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** @throws what listening throws, EADDRINUSE for one */
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
      : new Error('The thread for mail did not listen');
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

/** Gives back the memory of a piece, for the next one; null when the rest does not come. */
type RequestChunk = (memory: ArrayBuffer) => Promise<MessageChunk | null>;

async function handleRequest(
  question: ThreadRequest,
  reception: SmtpHandlers,
  next: RequestChunk,
): Promise<void> {
  if (question.kind === 'mail')
    return reception.receiveMessage(question.envelope, streamChunks(question.piece, next));
  if (!(await reception.acceptsRecipient(question.recipient)))
    throw new SmtpRejection(550, 'No mail is taken for this address');
}

async function* streamChunks(
  first: MessageChunk | null,
  next: RequestChunk,
): AsyncGenerator<MessageChunk, void> {
  for (let piece = first; ; piece = await next(piece.bytes.buffer)) {
    if (piece === null) throw new IncompleteMessage('The mail did not come in whole');
    yield piece;
    if (piece.isLast) return;
  }
}

/** What goes over to the other thread instead of being copied. */
function transferListOf(order: ThreadCommand): ArrayBuffer[] {
  return order.kind === 'more' ? [order.memory] : [];
}

/** Null when `work` resolves; what is not the client's fault is to be tried again later. */
async function rejectionOf(work: Promise<void>, reception: SmtpHandlers): Promise<ThreadReply['refusal']> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof SmtpRejection) return { code: error.responseCode, message: error.message };
    if (!(error instanceof IncompleteMessage)) reception.reportError(error);
    return { code: 451, message: 'The mail cannot be taken right now' };
  }
}
