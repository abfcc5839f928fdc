/** Worker thread that builds the forms of messages and authenticates their senders: started by `parser-threads.ts`. */

import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../platform/background-thread.ts';
import { authenticateSender, type SpfClient } from '../sender-authentication/sender-authentication.ts';
import type { DnsOptions } from '../smtp/probe.ts';
import { type FormEnvelope, type InboundForm, parsedForm, rawForm, type SenderVerdicts } from './parse.ts';

export type ParseTask = {
  envelope: FormEnvelope & SpfClient;
  isRaw: boolean;
  scoresSpam: boolean;
  /** Those of an earlier attempt; null to authenticate the sender. */
  verdicts: SenderVerdicts | null;
  dns: DnsOptions;
  /** Epoch milliseconds. */
  now: number;
};

/** `form` is null for a message that cannot be parsed; `problem` then says why. */
export type ParseResult = { verdicts: SenderVerdicts; form: InboundForm | null; problem: string };

export type ParseRequest = { number: number; bytes: Uint8Array<ArrayBuffer>; task: ParseTask };

export type ParseReply = ParseResult & { number: number };

async function parse({ bytes, task }: ParseRequest): Promise<ParseResult> {
  const { envelope, scoresSpam, isRaw } = task;
  const verdicts = task.verdicts ?? (await authenticateSender(bytes, task));
  try {
    const options = { envelope, verdicts, scoresSpam };
    return { verdicts, form: isRaw ? rawForm(bytes, options) : parsedForm(bytes, options), problem: '' };
  } catch (error) {
    return { verdicts, form: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The buffers of a form, which are transferred instead of copied. */
function buffersOf({ fields, files }: InboundForm): ArrayBuffer[] {
  const views = [...Object.values(fields), ...files].flatMap((each) => {
    if (typeof each === 'string') return [];
    return each instanceof Uint8Array ? [each] : [each.bytes];
  });
  return [...new Set(views.map(({ buffer }) => buffer as ArrayBuffer))];
}

lowerThreadPriority();
parentPort?.on('message', async (request: ParseRequest) => {
  const result = await parse(request);
  const reply: ParseReply = { number: request.number, ...result };
  parentPort?.postMessage(reply, result.form === null ? [] : buffersOf(result.form));
});
