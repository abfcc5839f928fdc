/** Adds the words of `people-words.ts`; imported where a page or dialog about people is loaded. */

import { peopleWords } from './people-words.ts';
import { addWords } from './use-words.ts';

addWords(peopleWords);
