/** The words of parts of the designer that are loaded when somebody uses them. `add-late-words.ts` adds them. */

import { composing } from './english/composing.ts';
import { finding } from './english/finding.ts';
import { repair } from './english/repair.ts';

export const lateWords = { composing, finding, repair } as const;
