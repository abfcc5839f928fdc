/**
 * Pseudo-localization of the English words, for tests: every letter accented and every text a third longer, so that a
 * text that is not in the catalogue, or that does not fit, is seen. Placeholders stay.
 */

import { catalogue } from './catalogue.ts';

type Words = { readonly [key: string]: string | Words };

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  g: 'ğ',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  N: 'Ñ',
  O: 'Ø',
  S: 'Š',
  U: 'Ü',
};

/** The catalogue with pseudo-localized texts. */
export const pseudo = transformed(catalogue);

/** One text: `[Šávé çháñğéš ···]`. */
export function pseudoText(text: string): string {
  const letters = text
    .split(/(\{\{.*?\}\})/)
    .map((part) =>
      part.startsWith('{{') ? part : part.replace(/[a-zA-Z]/g, (each) => accents[each] ?? each),
    )
    .join('');
  return `[${letters} ${'·'.repeat(Math.ceil(text.length / 3))}]`;
}

function transformed(words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : transformed(value),
    ]),
  );
}
