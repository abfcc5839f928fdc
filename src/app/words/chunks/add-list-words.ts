/** Adds the words of `list-words.ts`; imported where the list or a page that shows a flow is loaded. */

import { addWords } from '../use-words.ts';
import { listWords } from './list-words.ts';

addWords(listWords);
