/** The value of a variable: text that reads as a number or boolean is one, unless it is in quotes. */

/**
 * The number or boolean that `text` reads as, the text itself otherwise. A number that is written in another way than
 * it would be shown (`007`, `1.50`, `+15550100`, more digits than a number holds) stays text, so that a variable is
 * always shown as it was set. `"5"` and `'true'` are the texts within the quotes.
 */
export function variableValue(text: string): string | number | boolean {
  const word = text.trim();
  const quoted = /^(["'])(.*)\1$/s.exec(word)?.[2];
  if (quoted !== undefined) return typeof literalOf(quoted) === 'string' ? text : quoted;
  const literal = literalOf(word);
  return typeof literal === 'string' ? text : literal;
}

function literalOf(word: string): string | number | boolean {
  if (word === 'true' || word === 'false') return word === 'true';
  const number = Number(word);
  return Number.isFinite(number) && String(number) === word ? number : word;
}
