/** Adds the words of `alert-words.ts`; imported by the page of alerts and the dot of the rail. */

import { addWords } from '../use-words.ts';
import { alertWords } from './alert-words.ts';

addWords(alertWords);
