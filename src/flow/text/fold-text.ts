/**
 * The one form in which texts are compared. It is NFKC_Casefold of Unicode (UAX #31, section 5.1.3) with digits of every
 * script as 0 to 9, i for each of the four Turkish letters, and without what writing may leave out:
 * docs/reference/comparing.md has the table.
 */

import { normalizeText } from './normalize-text.ts';

const ascii = /^[\0-\x7f]*$/;

/** Zero-width characters, bidi marks, variation selectors, soft hyphens; not the tags of which flags are made. */
const invisible = /(?![\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/** Vowel points of Arabic and Hebrew, the line that stretches Arabic words, and the frame of a keycap emoji. */
const optional =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|\u20e3/gu;

/** A Greek letter with its marks. Without a look behind, which would go back over all marks for each of them. */
const markedGreek = /\p{Script=Greek}[\u0300-\u036f]+/gu;

/** Accents, which Greek capitals do not have: όχι is ΟΧΙ. */
const greekAccents = /[\u0300\u0301\u0313\u0314\u0342]/g;

const otherDigit = /(?![0-9])\p{Nd}/gu;

/** The text as it is compared; ASCII is only put into lower case. Grows: n in text and marks. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const seen = normalizeText(text.replace(invisible, ''), 'NFKC')
    .replace(invisible, '')
    .replace(optional, '');
  // Both, as ı, ſ and ς become what they are compared with as capitals.
  const lower = seen.toUpperCase().toLowerCase();
  return normalizeText(
    normalizeText(lower, 'NFD')
      .replace(markedGreek, (letter) => letter.replace(greekAccents, ''))
      .replaceAll('i\u0307', 'i')
      .replaceAll('ß', 'ss')
      .replaceAll('ς', 'σ')
      .replace(otherDigit, asciiDigit),
  );
}

const digits = new Map<string, string>();

/** Digits of a script are ten characters in a row, from zero on (The Unicode Standard, section 4.6). */
function asciiDigit(digit: string): string {
  const known = digits.get(digit);
  if (known !== undefined) return known;
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  digits.set(digit, String(value % 10));
  return String(value % 10);
}
