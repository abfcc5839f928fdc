/** Adds the words of `change-words.ts`; imported by the pages and dialogs that show them. */

import { changeWords } from './change-words.ts';
import { addWords } from './use-words.ts';

addWords(changeWords);
