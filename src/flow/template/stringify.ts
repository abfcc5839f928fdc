/** Converts values to text as Liquid outputs do, and estimates the length beforehand. */

/** The text that `{{ value }}` gives: arrays joined, objects as JSON, nothing for undefined and null. */
export function stringifyValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(stringifyValue).join('');
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return JSON.stringify(value);
  return String(value);
}

/** Estimated characters of a value as text; counting stops beyond `limit`. Every occurrence in a list counts. */
export function estimateLength(value: unknown, limit: number): number {
  let characters = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0 && characters <= limit) {
    const next = rest.pop();
    characters += typeof next === 'string' ? next.length + 1 : 1;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (!Array.isArray(next)) characters += key.length;
      rest.push(inner);
    }
  }
  return characters;
}
