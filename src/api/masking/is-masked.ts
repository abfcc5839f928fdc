/** How a masked text is known. */

const masked = /^(?:[a-z]{3,9}:)?(?:\+\d{1,3} ••• ••\d\d|••• ••\d\d|.?•••@•••(?:\.[a-z]{2,24})?|.?•••••)$/iu;

/** Whether a text is what `maskAddress`, or the masking of texts, returns: there is nothing left to mask. */
export function isMasked(text: string): boolean {
  return masked.test(text);
}
