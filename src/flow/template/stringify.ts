/** What values are as text, and how long that is before it is made. */

/** The text that `{{ value }}` gives: arrays joined, objects as JSON, nothing for undefined and null. */
export function stringifyValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(stringifyValue).join('');
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return JSON.stringify(value);
  return String(value);
}

/** About how many letters a value has as text; counting ends beyond `most`. Every place of a list counts. */
export function estimateLength(value: unknown, most: number): number {
  let letters = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0 && letters <= most) {
    const next = rest.pop();
    letters += typeof next === 'string' ? next.length + 1 : 1;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (!Array.isArray(next)) letters += key.length;
      rest.push(inner);
    }
  }
  return letters;
}
