/** The webhook's responses: markup, with the callback URLs that its verbs report to. */

import { callbackQuery, secretParameter } from '#api/messaging/callbacks.ts';
import { paths } from '#api/paths.ts';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import type { CallInstructions } from '../calls/service.ts';
import { elements, hangup, message, pause, redirect, reject, response } from '../markup/write.ts';
import type { Reply, ReplyMessage } from '../messages/service.ts';

/** The query parameters of our callback URLs, which identify the wait whose markup has been executed. */
export const callbackFields = { event: 'FlowEvent', wait: 'FlowWait', execution: 'FlowExecution' } as const;

/** The event of a callback that only polls for instructions. */
export const pollEvent = 'poll';

/** The event of a callback about a payment. */
export const paymentEvent = 'paid';

const pauseSeconds = 2;

const playback = { action: 'audioComplete', after: 'audioComplete' };

/**
 * The events in a verb's callback URLs: `action` when the carrier reports how it ended, `after` when the carrier goes on
 * to the next verb without a report. A gather without a report had no input, and a recording no audio.
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

/** The replies as markup, in their order. `base` is the URL at which the carrier reached this server, without a slash at the end. */
export function messageMarkup(base: string, account: string, replies: readonly Reply[]): string {
  const callbackOf = ({ execution, effect }: NonNullable<ReplyMessage['statusCallback']>) =>
    `${base}${paths.carrierStatus(account)}?${callbackQuery(execution, effect)}`;
  const elements = replies.map((reply) => {
    if ('redirect' in reply) return redirect(reply.redirect, reply.method);
    const { statusCallback: reports, ...rest } = reply;
    return message({ ...rest, ...(reports && { status: callbackOf(reports) }) });
  });
  return response(...elements);
}

/**
 * The instructions as markup; `base` as in `messageMarkup`. `secret` is that of the webhook's URL, where the client that executes
 * the markup needs it; null for none.
 */
export function callMarkup(
  base: string,
  { account, flow, secret }: { account: string; flow: string; secret: string | null },
  instructions: CallInstructions,
): string {
  const callback = (event: string, execution: string, wait?: string) => {
    const query = new URLSearchParams({
      [callbackFields.event]: event,
      [callbackFields.execution]: execution,
    });
    if (wait !== undefined) query.set(callbackFields.wait, wait);
    if (secret !== null) query.set(secretParameter, secret);
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
    case 'poll':
      return response(pause(pauseSeconds), redirect(callback(pollEvent, instructions.execution)));
    case 'hang-up':
      return response(hangup());
    case 'reject':
      return response(reject());
  }
}
