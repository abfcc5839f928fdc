/** The words of the audit log, a sentence for each operation. `add-audit-words.ts` adds them. */

import { audit } from '../english/settings/audit.ts';

export const auditWords = { audit } as const;
