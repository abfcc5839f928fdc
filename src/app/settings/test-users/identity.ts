/** Identities as they are typed or pasted: one text into many, and how long each is. */

/** Bytes of UTF-8 that one identity may have (the service's limit). */
export const longestIdentity = 300;

const encoder = new TextEncoder();

/** Length in bytes of UTF-8. */
export function bytesOf(identity: string): number {
  return encoder.encode(identity).length;
}

/** Whether it looks like a phone number with country code. */
export function isPhoneNumber(identity: string): boolean {
  return /^\+\d[\d\s().-]{4,}$/.test(identity);
}

/**
 * The identities of a typed or pasted text, one a line or between commas, semicolons or tabs. A phone number
 * loses its spaces and brackets: carriers write it without.
 */
export function readIdentities(text: string): string[] {
  return text
    .split(/[\n\r\t,;]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => (isPhoneNumber(each) ? `+${each.replaceAll(/\D/g, '')}` : each));
}

/** `list` with what is new of `more`, in order. */
export function withIdentities(list: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...list, ...more])];
}
