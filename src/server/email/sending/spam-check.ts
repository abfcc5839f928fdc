/** The spam check of a send request (`mail_settings.spam_check`): its content is scored before it is accepted. */

import type { Personalization, SendRequest } from '#api/email/message.ts';
import { senderOf } from '../messages/message.ts';
import { scoreSpam } from '../spam/score.ts';
import { createSubstituter } from './render.ts';

/** Where the request gives no threshold: what filters usually take for spam. */
const defaultThreshold = 5;

/** Headers that every composed message has. */
const headers = 'From: \nDate: \nMessage-ID: ';

/** Whether the request asks for the spam check and the content of that personalization reaches its threshold. */
export function isSpam(request: SendRequest, personalization: Personalization): boolean {
  const { enable = false, threshold = defaultThreshold } = request.mail_settings?.spam_check ?? {};
  if (!enable) return false;
  const fill = createSubstituter(personalization.substitutions ?? {});
  const content = (type: string) =>
    (request.content ?? [])
      .filter((each) => each.type === type)
      .map(({ value }) => fill(value))
      .join('\n');
  const sender = senderOf(request, personalization).email;
  const { points } = scoreSpam({
    ...{ headers, from: sender, sender, filenames: (request.attachments ?? []).map((file) => file.filename) },
    ...{ subject: fill(personalization.subject ?? request.subject ?? '') },
    ...{ text: content('text/plain'), html: content('text/html') },
  });
  return points >= threshold;
}
