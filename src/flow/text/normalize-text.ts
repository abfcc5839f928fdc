/** Unicode normalization in linear time. */

/** As many as the Stream-Safe Text Format has (UAX #15, section 13). No writing has that many marks on a letter. */
const manyMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * The text in a normalization form. Normalizing sorts the marks behind a letter, which takes the square of their number, so that 100,000
 * of them are 3 s; of more than 30 in a row the first 30 are kept. Grows: n in marks.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string {
  return text.replace(manyMarks, '$1').normalize(form);
}
