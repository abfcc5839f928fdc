/** The spam check of a send request (`mail_settings.spam_check`): its content is scored before it is accepted. */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Personalization, SendRequest } from '#api/email/message.ts';
import { senderOf } from '../messages/message.ts';
import { maxScannedLength, scoreSpam } from '../spam/score.ts';
import { createSubstituter, type KeyMatchers } from './substitutions.ts';

/** Where the request gives no threshold: what filters usually take for spam. */
const defaultThreshold = 5;

/** Headers that every composed message has. */
const headers = 'From: \nDate: \nMessage-ID: ';

/** The numbers of the personalizations that are spam by the request's threshold; none where it does not ask for the check. */
export async function findSpam(request: SendRequest, matchers: KeyMatchers): Promise<ReadonlySet<number>> {
  const spam = new Set<number>();
  if (request.mail_settings?.spam_check?.enable !== true) return spam;
  for (const [number, personalization] of request.personalizations.entries()) {
    if (isSpam(request, personalization, matchers)) spam.add(number);
    await yieldToEventLoop();
  }
  return spam;
}

/** Whether the request asks for the spam check and the content of that personalization reaches its threshold. */
function isSpam(request: SendRequest, personalization: Personalization, matchers: KeyMatchers): boolean {
  const { enable = false, threshold = defaultThreshold } = request.mail_settings?.spam_check ?? {};
  if (!enable) return false;
  const fill = createSubstituter(personalization.substitutions, matchers);
  const content = (type: string) =>
    (request.content ?? [])
      .filter((each) => each.type === type)
      .map(({ value }) => fill(value, maxScannedLength))
      .join('\n');
  const sender = senderOf(request, personalization).email;
  const { points } = scoreSpam({
    ...{ headers, from: sender, sender, filenames: (request.attachments ?? []).map((file) => file.filename) },
    ...{ subject: fill(personalization.subject ?? request.subject ?? '', maxScannedLength) },
    ...{ text: content('text/plain'), html: content('text/html') },
  });
  return points >= threshold;
}
