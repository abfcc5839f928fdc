/** Adds the words of `change-words.ts`; imported by the pages and dialogs that show them. */

import { addWords } from '../use-words.ts';
import { changeWords } from './change-words.ts';

addWords(changeWords);
