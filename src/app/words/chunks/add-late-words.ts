/** Adds the words of `late-words.ts`; imported by the parts that show them. */

import { lateWords } from './late-words.ts';
import { addWords } from './use-words.ts';

addWords(lateWords);
