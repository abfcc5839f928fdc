/** The thread that speaks SMTP: `listen.ts` starts it and answers what it asks. */

import type { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { type Envelope, type MailPiece, MailRefused, type SmtpSettings } from './handlers.ts';
import { mailPieces } from './message-chunks.ts';
import { serveSmtp } from './server.ts';
import { gather, type Order, type Question, type Told } from './thread-messages.ts';

type Waiting = { resolve(): void; reject(reason: MailRefused): void; more(memory: ArrayBuffer): void };

const tell = gather<Told>((messages) => parentPort?.postMessage(messages, messages.flatMap(memoryOf)));
const waiting = new Map<number, Waiting>();
let asked = 0;

/** Resolves when the answer says yes, rejects with `MailRefused`. `more` is called when the next piece is wanted. */
function ask(question: (number: number) => Question, more: Waiting['more'] = () => {}): Promise<void> {
  const number = asked++;
  tell(question(number));
  return new Promise<void>((resolve, reject) => waiting.set(number, { resolve, reject, more })).finally(() =>
    waiting.delete(number),
  );
}

async function take(envelope: Envelope, stream: Readable): Promise<void> {
  const pieces = mailPieces(stream);
  const next = async (memory?: ArrayBuffer): Promise<MailPiece | null> =>
    (await pieces.next(memory)).value ?? null;
  const piece = await next();
  const number = asked;
  const more = (memory: ArrayBuffer) =>
    void next(memory).then((each) => tell({ kind: 'piece', number, piece: each }));
  try {
    await ask(() => ({ kind: 'mail', number, envelope, piece }), more);
  } finally {
    // Where it was not read to the end, the rest is not wanted.
    await pieces.return();
  }
}

function hear(order: Order): void {
  if (order.kind === 'close') {
    void listener?.close().then(() => parentPort?.close());
    return;
  }
  const question = waiting.get(order.number);
  if (order.kind === 'more') question?.more(order.memory);
  else if (order.refusal === null) question?.resolve();
  else question?.reject(new MailRefused(order.refusal.code, order.refusal.message));
}

/** What goes over to the other thread instead of being copied. */
function memoryOf(message: Told): ArrayBuffer[] {
  return 'piece' in message && message.piece !== null ? [message.piece.bytes.buffer] : [];
}

parentPort?.on('message', (orders: Order[]) => {
  for (const each of orders) hear(each);
});
const listener = await serveSmtp(workerData as SmtpSettings, {
  admit: (recipient) => ask((number) => ({ kind: 'recipient', number, recipient })),
  take,
}).catch((error: NodeJS.ErrnoException) => {
  tell({ kind: 'cannot listen', code: error.code ?? '', message: error.message });
  return null;
});
if (listener !== null) tell({ kind: 'listening', port: listener.port });
