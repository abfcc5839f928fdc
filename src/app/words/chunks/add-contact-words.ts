/** Adds the words of `contact-words.ts`; imported by the page of contacts. */

import { addWords } from '../use-words.ts';
import { contactWords } from './contact-words.ts';

addWords(contactWords);
