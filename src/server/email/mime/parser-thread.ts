/** Worker thread that builds the forms of messages, authenticates their senders and reads reports: started by `parser-threads.ts`. */

import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../platform/background-thread.ts';
import { authenticateSender, type SpfClient } from '../sender-authentication/sender-authentication.ts';
import type { DnsOptions } from '../smtp/probe.ts';
import {
  type FormEnvelope,
  type InboundForm,
  parsedForm,
  rawForm,
  type SenderVerdicts,
  unparsedForm,
} from './parse.ts';
import { readReport } from './report.ts';

const forms = { parsed: parsedForm, raw: rawForm, unparsed: unparsedForm };

export type ParseTask = {
  envelope: FormEnvelope & SpfClient;
  /** One that cannot be parsed has the form of an unparsed one. */
  form: keyof typeof forms;
  scoresSpam: boolean;
  /** Those of an earlier attempt; null to authenticate the sender. */
  verdicts: SenderVerdicts | null;
  dns: DnsOptions;
  /** Epoch milliseconds. */
  now: number;
};

/** `problem` says why a message could not be parsed; '' for one that was. */
export type ParseResult = { verdicts: SenderVerdicts; form: InboundForm; problem: string };

export type ParseRequest = { number: number; bytes: Uint8Array<ArrayBuffer>; task: ParseTask };

export type ParseReply = ParseResult & { number: number };

/** A report of another server, which is replied to with a `Report`, null where it cannot be parsed. */
export type ReportRequest = { report: Uint8Array<ArrayBuffer> };

async function parse({ bytes, task }: ParseRequest): Promise<ParseResult> {
  const { envelope, scoresSpam, form } = task;
  const verdicts = task.verdicts ?? (await authenticateSender(bytes, task));
  const options = { envelope, verdicts, scoresSpam };
  try {
    return { verdicts, form: forms[form](bytes, options), problem: '' };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { verdicts, form: unparsedForm(bytes, options), problem };
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
parentPort?.on('message', async (request: ParseRequest | ReportRequest) => {
  if ('report' in request) return parentPort?.postMessage(readReport(request.report));
  const result = await parse(request);
  const reply: ParseReply = { number: request.number, ...result };
  parentPort?.postMessage(reply, buffersOf(result.form));
});
parentPort?.postMessage('loaded');
