/** Adds the words of `late-words.ts`; imported by the parts that show them. */

import { addWords } from '../use-words.ts';
import { lateWords } from './late-words.ts';

addWords(lateWords);
