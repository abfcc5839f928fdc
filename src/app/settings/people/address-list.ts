/** Email addresses as people paste them: one on each line, or with commas, semicolons or blanks between. */

/** The same address is invited once, however often and in whatever case it stands there. */
export function readAddresses(text: string): string[] {
  const found = new Map<string, string>();
  for (const each of text.split(/[\s,;]+/)) {
    // As mail programs copy them: Name <address>.
    const address = /<([^<>]+)>/.exec(each)?.[1] ?? each;
    const key = address.toLowerCase();
    if (address !== '' && !found.has(key)) found.set(key, address);
  }
  return [...found.values()];
}

/** Whether it could be one; the server has the last word. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
}
