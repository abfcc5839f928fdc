/** The webhook's responses before a dialect writes them, with the callback URLs that their verbs report to. */

import { callbackQuery, secretParameter } from '#api/messaging/callbacks.ts';
import { paths } from '#api/paths.ts';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import type { CallInstructions } from '../calls/service.ts';
import type { CallDocument, Dialect, ReplyDocument } from '../dialects/dialect.ts';
import type { Reply, ReplyMessage } from '../messages/service.ts';
import { recordingCallbackUrl } from '../recordings/service.ts';

/**
 * The query parameters of our callback URLs, which identify the wait whose markup has been executed; `missing` is the verb
 * that the carrier's dialect does not have, `step` the number of the step that a recording is part of.
 */
export const callbackFields = {
  event: 'FlowEvent',
  wait: 'FlowWait',
  execution: 'FlowExecution',
  missing: 'FlowMissing',
  step: 'FlowStep',
} as const;

/** The event of a callback that only polls for instructions. */
export const pollEvent = 'poll';

/** The event of a callback about a payment. */
export const paymentEvent = 'paid';

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

/** The replies to a message. `base` is the URL at which the carrier reached this server, without a slash at the end. */
export function replyDocument(base: string, account: string, replies: readonly Reply[]): ReplyDocument[] {
  const callbackOf = ({ execution, effect }: NonNullable<ReplyMessage['statusCallback']>) =>
    `${base}${paths.carrierStatus(account)}?${callbackQuery(execution, effect)}`;
  return replies.map((reply) => {
    if ('redirect' in reply) return reply;
    const { statusCallback: reports, ...rest } = reply;
    return { ...rest, ...(reports && { status: callbackOf(reports) }) };
  });
}

/**
 * The instructions for a call; `base` as in `replyDocument`. `secret` is that of the webhook's URL, where the client that
 * executes the document needs it; null for none. `reportsTo` is the base of the URL at which finished recordings are reported. What the dialect cannot say is left out: the carrier goes on at once to
 * the callback that names it.
 */
export function callDocument(
  base: string,
  {
    account,
    flow,
    secret,
    reportsTo = null,
  }: { account: string; flow: string; secret: string | null; reportsTo?: string | null },
  instructions: CallInstructions,
  dialect: Dialect,
): CallDocument {
  const callback = (event: string, execution: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      [callbackFields.event]: event,
      [callbackFields.execution]: execution,
      ...more,
    });
    if (secret !== null) query.set(secretParameter, secret);
    return `${base}${paths.webhook(account, flow)}?${query}`;
  };
  switch (instructions.do) {
    case 'verbs': {
      const { execution, verbs } = instructions;
      const wait = { [callbackFields.wait]: instructions.wait };
      const { action, after } = eventsByVerb[verbs.at(-1)?.verb ?? 'hangup'];
      const missing = verbs.find((verb) => !dialect.has(verb))?.verb;
      if (missing !== undefined) {
        const url = callback(after, execution, { ...wait, [callbackFields.missing]: missing });
        return { do: 'redirect', url, method: 'POST' };
      }
      const isRecorded = verbs.at(-1)?.verb === 'record';
      const recorded = isRecorded ? { [callbackFields.step]: String(instructions.step) } : {};
      const callbacks = {
        action: callback(action, execution, { ...wait, ...recorded }),
        after: callback(after, execution, wait),
      };
      const reported = verbs.map((verb) =>
        verb.verb === 'record' && verb.status_callback === '' && reportsTo !== null
          ? { ...verb, status_callback: recordingCallbackUrl(reportsTo, { account, ...instructions }) }
          : verb,
      );
      return { do: 'verbs', verbs: reported, callbacks };
    }
    case 'poll':
      return { do: 'poll', url: callback(pollEvent, instructions.execution) };
    default:
      return instructions;
  }
}
