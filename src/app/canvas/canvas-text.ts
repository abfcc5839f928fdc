/** The words of the canvas. The only file here that knows where they come from. */

import { wordsOf } from '../words/use-words.ts';

export const t = wordsOf('canvas');
