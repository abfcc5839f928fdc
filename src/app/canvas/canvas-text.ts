/** The translated texts of the canvas. No other file here imports the catalogue. */

import { wordsOf } from '../words/chunks/use-words.ts';

export const t = wordsOf('canvas');
