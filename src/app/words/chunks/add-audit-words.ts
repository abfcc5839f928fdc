/** Adds the words of `audit-words.ts`; imported by the page of the audit log. */

import { addWords } from '../use-words.ts';
import { auditWords } from './audit-words.ts';

addWords(auditWords);
