/**
 * Receives mail by SMTP, spoken in a thread of its own: what clients send is read while this one writes to the
 * database and posts. Here the thread's questions are answered.
 */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  MailBrokenOff,
  type MailPiece,
  MailRefused,
  type Reception,
  type SmtpListener,
  type SmtpSettings,
} from './handlers.ts';
import { type Answer, gather, type Order, type Question, type Told } from './thread-messages.ts';

/** Of the thread's memory, what it throws away soon: little, so that the buffers that hang on it go soon too. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** @throws what listening throws, EADDRINUSE for one */
export async function listenForMail(settings: SmtpSettings, reception: Reception): Promise<SmtpListener> {
  const thread = new Worker(new URL('./listener-thread.ts', import.meta.url), {
    workerData: settings,
    resourceLimits,
  });
  const [[first]] = (await once(thread, 'message')) as [Told[]];
  if (first?.kind !== 'listening') {
    await thread.terminate();
    throw first?.kind === 'cannot listen'
      ? Object.assign(new Error(first.message), { code: first.code })
      : new Error('The thread for mail did not listen');
  }
  const order = gather<Order>((orders) => thread.postMessage(orders, orders.flatMap(memoryOf)));
  const pieces = new Map<number, (piece: MailPiece | null) => void>();
  const answer = async (question: Question) => {
    const { number } = question;
    const next = (memory: ArrayBuffer) =>
      new Promise<MailPiece | null>((resolve) => {
        pieces.set(number, resolve);
        order({ kind: 'more', number, memory });
      });
    order({ kind: 'answer', number, refusal: await refusalOf(decide(question, reception, next), reception) });
    pieces.delete(number);
  };
  thread.on('message', (told: Told[]) => {
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
type Next = (memory: ArrayBuffer) => Promise<MailPiece | null>;

async function decide(question: Question, reception: Reception, next: Next): Promise<void> {
  if (question.kind === 'mail') return reception.receive(question.envelope, pieced(question.piece, next));
  if (!(await reception.accepts(question.recipient)))
    throw new MailRefused(550, 'No mail is taken for this address');
}

async function* pieced(first: MailPiece | null, next: Next): AsyncGenerator<MailPiece, void> {
  for (let piece = first; ; piece = await next(piece.bytes.buffer)) {
    if (piece === null) throw new MailBrokenOff('The mail did not come in whole');
    yield piece;
    if (piece.isLast) return;
  }
}

/** What goes over to the other thread instead of being copied. */
function memoryOf(order: Order): ArrayBuffer[] {
  return order.kind === 'more' ? [order.memory] : [];
}

/** Null when `work` resolves; what is not the client's fault is to be tried again later. */
async function refusalOf(work: Promise<void>, reception: Reception): Promise<Answer['refusal']> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof MailRefused) return { code: error.responseCode, message: error.message };
    if (!(error instanceof MailBrokenOff)) reception.failed(error);
    return { code: 451, message: 'The mail cannot be taken right now' };
  }
}
