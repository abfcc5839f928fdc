/** Adds the words of `people-words.ts`; imported where a page or dialog about people is loaded. */

import { addWords } from '../use-words.ts';
import { peopleWords } from './people-words.ts';

addWords(peopleWords);
