/** The words of the canvas. The only file here that knows where they come from. */

import { canvas } from '../words/canvas.ts';
import { words } from '../words/use-words.ts';

type Singular<K extends string> = K extends `${infer Stem}_one`
  ? Stem
  : K extends `${string}_other`
    ? never
    : K;

export type CanvasWord = Singular<keyof typeof canvas>;

words.addResourceBundle('en', 'canvas', canvas);
const translate = words.getFixedT('en', 'canvas') as (key: string, values?: object) => string;

/** The text of `word` with its blanks filled; `count` also chooses between one and many. */
export function say(word: CanvasWord, values?: Record<string, string | number>): string {
  return translate(word, values);
}
