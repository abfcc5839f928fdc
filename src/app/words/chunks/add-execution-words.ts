/** Adds the words of `execution-words.ts`; imported where executions are shown. */

import { addWords } from '../use-words.ts';
import { executionWords } from './execution-words.ts';

addWords(executionWords);
