/** The words of sent email, of templates and of sending domains. `add-email-section-words.ts` adds them. */

import { sendingDomains } from '../english/email/domains.ts';
import { sentEmail } from '../english/email/sent.ts';
import { sentStatistics } from '../english/email/statistics.ts';
import { emailTemplates } from '../english/email/templates.ts';

export const emailSectionWords = { emailTemplates, sendingDomains, sentEmail, sentStatistics } as const;
