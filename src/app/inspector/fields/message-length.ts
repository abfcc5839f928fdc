/** How long a text message is, and into how many parts a carrier cuts it. */

const gsmBasic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each of these takes the place of two. */
const gsmExtended = new Set('^{}\\[~]|€\f');

export type MessageLength = { characters: number; segments: number };

/**
 * Characters as a person counts them, and parts by GSM 03.38 (160 units, 153 each when several) or UCS-2
 * (70, 67) when one character is outside its alphabet. `{{…}}` counts as it is written: its value is not known.
 */
export function messageLength(text: string): MessageLength {
  const letters = [...text];
  const isGsm = letters.every((letter) => gsmBasic.has(letter) || gsmExtended.has(letter));
  const units = isGsm
    ? letters.reduce((sum, letter) => sum + (gsmExtended.has(letter) ? 2 : 1), 0)
    : text.length;
  const [single, part] = isGsm ? [160, 153] : [70, 67];
  return {
    characters: letters.length,
    segments: units <= single ? Math.min(1, units) : Math.ceil(units / part),
  };
}
