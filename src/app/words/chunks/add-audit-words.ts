/** Adds the words of `audit-words.ts`; imported by the page of the audit log. */

import { auditWords } from './audit-words.ts';
import { addWords } from './use-words.ts';

addWords(auditWords);
