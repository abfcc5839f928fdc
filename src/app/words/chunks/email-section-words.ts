/** The words of sent email, of templates and of sending domains. Added where it is imported: by the pages of the email section. */

import { sendingDomains } from '../english/email/domains.ts';
import { sentEmail, sentStatistics } from '../english/email/sent.ts';
import { emailTemplates } from '../english/email/templates.ts';
import { addWords } from '../translator.ts';

export const emailSectionWords = { emailTemplates, sendingDomains, sentEmail, sentStatistics } as const;

addWords(emailSectionWords);
