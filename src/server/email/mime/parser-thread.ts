/** A thread in which mails are taken apart: `parse-apart.ts` starts it, hands it mails and gets forms. */

import { parentPort } from 'node:worker_threads';
import { JoinedPieces } from './contiguous-blob.ts';
import { type MailEnvelopeText, type MailForm, parsedForm } from './parse.ts';

export type ParseOrder = { number: number; bytes: Uint8Array<ArrayBuffer>; envelope: MailEnvelopeText };

/** `form` is null for a mail that cannot be taken apart; `problem` then says why. */
export type Parsed = { number: number; form: MailForm | null; problem: string };

Object.assign(globalThis, { Blob: JoinedPieces });

async function parse({ number, bytes, envelope }: ParseOrder): Promise<Parsed> {
  try {
    return { number, form: await parsedForm(bytes, envelope), problem: '' };
  } catch (error) {
    return { number, form: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', async (order: ParseOrder) => {
  const parsed = await parse(order);
  const files = parsed.form?.files ?? [];
  parentPort?.postMessage(parsed, [...new Set(files.map(({ bytes }) => bytes.buffer as ArrayBuffer))]);
});
