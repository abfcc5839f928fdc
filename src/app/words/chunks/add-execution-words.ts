/** Adds the words of `execution-words.ts`; imported where executions are shown. */

import { executionWords } from './execution-words.ts';
import { addWords } from './use-words.ts';

addWords(executionWords);
