/** Answers to carriers as markup, with the addresses at which they report back. */

import { callbackQuery } from '#api/carrier.ts';
import { paths } from '#api/paths.ts';
import { hangup, message, pause, redirect, reject, response, verbs } from '../connector/markup/write.ts';
import type { Instructions } from '../service/calls.ts';
import type { Reply } from '../service/conversations.ts';

/** The query parameters by which our own addresses say which verbs are done. */
export const callbackFields = { event: 'FlowEvent', wait: 'FlowWait', execution: 'FlowExecution' } as const;

/** Asks for nothing: the carrier shall only ask again. */
export const askAgain = 'poll';

const pauseSeconds = 2;

/** The messages of an answer, in their order. */
export function messageMarkup(base: string, account: string, replies: readonly Reply[]): string {
  const statusOf = ({ execution, effect }: NonNullable<Reply['reports']>) =>
    `${base}${paths.carrierStatus(account)}?${callbackQuery(execution, effect)}`;
  const messages = replies.map(({ reports, ...reply }) =>
    message({ ...reply, ...(reports && { status: statusOf(reports) }) }),
  );
  return response(...messages);
}

/** `base` is where the carrier reached this server, without a slash at the end. */
export function callMarkup(
  base: string,
  { account, flow }: { account: string; flow: string },
  instructions: Instructions,
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
      const last = instructions.verbs.at(-1)?.verb;
      // A gather that falls through heard nothing; everything else that falls through was played to its end.
      const after = last === 'gather' ? 'timeout' : last === 'dial' ? 'dialed' : 'audioComplete';
      return response(
        verbs(instructions.verbs, {
          gather: callback('gather', execution, wait),
          dial: callback('dialed', execution, wait),
          after: callback(after, execution, wait),
        }),
      );
    }
    case 'ask-again':
      return response(pause(pauseSeconds), redirect(callback(askAgain, instructions.execution)));
    case 'hang-up':
      return response(hangup());
    case 'reject':
      return response(reject());
  }
}
