/** Ids that nobody else has, also over plain HTTP, where browsers make no UUIDs. */

/** So many hexadecimal digits. */
export function randomId(digits = 32): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, digits);
}
