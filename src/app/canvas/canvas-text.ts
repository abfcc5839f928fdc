/** The translated texts of the canvas. No other file here imports the catalogue. */

import { wordsOf } from '../words/use-words.ts';

export const t = wordsOf('canvas');
