/** The words of parts of the designer that are loaded when somebody uses them. `add-late-words.ts` adds them. */

import { composing } from './composing.ts';
import { finding } from './finding.ts';
import { repair } from './repair.ts';

export const lateWords = { composing, finding, repair } as const;
