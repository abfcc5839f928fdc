/** Answers to carriers as markup, with the addresses at which they report back. */

import { callbackQuery } from '#api/messaging/resources.ts';
import { paths } from '#api/paths.ts';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import type { CallInstructions } from '../calls/service.ts';
import { elements, hangup, message, pause, redirect, reject, response } from '../markup/write.ts';
import type { Reply, ReplyMessage } from '../messages/service.ts';

/** The query parameters by which our own addresses say which verbs are done. */
export const callbackFields = { event: 'FlowEvent', wait: 'FlowWait', execution: 'FlowExecution' } as const;

/** Asks for nothing: the carrier shall only ask again. */
export const pollEvent = 'poll';

/** Says that a report is about a payment. */
export const paymentEvent = 'paid';

const pauseSeconds = 2;

const playback = { action: 'audioComplete', after: 'audioComplete' };

/**
 * What our own addresses say about a verb: where it reports how it ended, and where the call goes when it is
 * passed without such a report. A gather that is passed heard nothing, and so did a recording.
 */
const eventsByVerb: Readonly<Record<MarkupVerb['verb'], { action: string; after: string }>> = {
  say: playback,
  play: playback,
  digits: playback,
  hangup: playback,
  gather: { action: 'gather', after: 'timeout' },
  dial: { action: 'dialed', after: 'dialed' },
  enqueue: { action: 'queued', after: 'passed' },
  record: { action: 'recorded', after: 'noAudio' },
  pay: { action: paymentEvent, after: 'passed' },
  stream: { action: 'streamed', after: 'streamed' },
  'virtual-agent': { action: 'talked', after: 'passed' },
};

/** The messages of an answer, in their order, and where another application goes on. */
export function messageMarkup(base: string, account: string, replies: readonly Reply[]): string {
  const statusOf = ({ execution, effect }: NonNullable<ReplyMessage['statusCallback']>) =>
    `${base}${paths.carrierStatus(account)}?${callbackQuery(execution, effect)}`;
  const written = replies.map((reply) => {
    if ('redirect' in reply) return redirect(reply.redirect, reply.method);
    const { statusCallback: reports, ...rest } = reply;
    return message({ ...rest, ...(reports && { status: statusOf(reports) }) });
  });
  return response(...written);
}

/** `base` is where the carrier reached this server, without a slash at the end. */
export function callMarkup(
  base: string,
  { account, flow }: { account: string; flow: string },
  instructions: CallInstructions,
): string {
  const callback = (event: string, execution: string, wait?: string) => {
    const query = new URLSearchParams({
      [callbackFields.event]: event,
      [callbackFields.execution]: execution,
    });
    if (wait !== undefined) query.set(callbackFields.wait, wait);
    return `${base}${paths.webhook(account, flow)}?${query}`;
  };
  switch (instructions.do) {
    case 'verbs': {
      const { execution, wait } = instructions;
      const { action, after } = eventsByVerb[instructions.verbs.at(-1)?.verb ?? 'hangup'];
      return response(
        elements(instructions.verbs, {
          action: callback(action, execution, wait),
          after: callback(after, execution, wait),
        }),
      );
    }
    case 'redirect':
      return response(redirect(instructions.url, instructions.method));
    case 'ask-again':
      return response(pause(pauseSeconds), redirect(callback(pollEvent, instructions.execution)));
    case 'hang-up':
      return response(hangup());
    case 'reject':
      return response(reject());
  }
}
