/** The translated texts of the canvas (i18next). No other file here imports the catalogue. */

import { wordsOf } from '../words/use-words.ts';

export const t = wordsOf('canvas');
