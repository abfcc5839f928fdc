/** Worker thread that parses messages: started by `parser-threads.ts`. */

import { parentPort } from 'node:worker_threads';
import { ContiguousBlob } from './contiguous-blob.ts';
import { type FormEnvelope, type InboundForm, parseToForm } from './parse.ts';

export type ParseRequest = { number: number; bytes: Uint8Array<ArrayBuffer>; envelope: FormEnvelope };

/** `form` is null for a message that cannot be parsed; `problem` then says why. */
export type ParseReply = { number: number; form: InboundForm | null; problem: string };

Object.assign(globalThis, { Blob: ContiguousBlob });

async function parse({ number, bytes, envelope }: ParseRequest): Promise<ParseReply> {
  try {
    return { number, form: await parseToForm(bytes, envelope), problem: '' };
  } catch (error) {
    return { number, form: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', async (order: ParseRequest) => {
  const parsed = await parse(order);
  const files = parsed.form?.files ?? [];
  parentPort?.postMessage(parsed, [...new Set(files.map(({ bytes }) => bytes.buffer as ArrayBuffer))]);
});
