/** Adds the words of `flow-words.ts`; imported where a page that shows a flow is loaded. */

import './add-list-words.ts';
import { addWords } from '../use-words.ts';
import { flowWords } from './flow-words.ts';

addWords(flowWords);
