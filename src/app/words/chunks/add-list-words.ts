/** Adds the words of `list-words.ts`; imported where the list or a page that shows a flow is loaded. */

import { listWords } from './list-words.ts';
import { addWords } from './use-words.ts';

addWords(listWords);
