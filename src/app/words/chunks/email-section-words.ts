/** The words of sent email and of templates. `add-email-section-words.ts` adds them. */

import { sentEmail } from '../english/email/sent.ts';
import { emailTemplates } from '../english/email/templates.ts';

export const emailSectionWords = { emailTemplates, sentEmail } as const;
