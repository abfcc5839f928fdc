/** The length of a text message in characters and in segments (GSM 03.38 or UCS-2). */

const gsmBasic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each of these takes two septets. */
const gsmExtended = new Set('^{}\\[~]|€\f');

export type MessageLength = { characters: number; segments: number };

/**
 * Code points, and segments by GSM 03.38 (160 septets, 153 each when concatenated) or UCS-2 (70 units, 67) when
 * one character is outside its alphabet. `{{…}}` counts as written, because its value is not known.
 * Grows: n in text.
 */
export function messageLength(text: string): MessageLength {
  const letters = [...text];
  const isGsm = letters.every((letter) => gsmBasic.has(letter) || gsmExtended.has(letter));
  const units = isGsm
    ? letters.reduce((sum, letter) => sum + (gsmExtended.has(letter) ? 2 : 1), 0)
    : text.length;
  const [single, concatenated] = isGsm ? [160, 153] : [70, 67];
  return {
    characters: letters.length,
    segments: units <= single ? Math.min(1, units) : Math.ceil(units / concatenated),
  };
}
