/** The words of the audit log, a sentence for each operation. Added where it is imported: by the page of the audit log. */

import { audit } from '../english/settings/audit.ts';
import { addWords } from '../translator.ts';

export const auditWords = { audit } as const;

addWords(auditWords);
