/** Where the names of widgets may be broken into lines. */

/** A capital after a small letter or a digit, or what follows a separator. */
const wordStarts = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=[\s_\-./:])(?=[^\s_\-./:])/u;

/** As many letters have room in a line of the label of a block. */
const maxLineLetters = 12;

/** The words of a name, with the separators behind them: `askForDate_2` is `ask`, `For`, `Date_`, `2`. */
export function nameParts(name: string): string[] {
  return name.split(wordStarts);
}

/**
 * The name in two lines that end with words, the longer one as short as it can be; the name alone where it has one word
 * or two such lines have no room, as it would lose its end.
 */
export function nameLines(name: string): [string] | [string, string] {
  const parts = nameParts(name);
  const breaks = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('').length);
  const longest = (at: number) => Math.max(at, name.length - at);
  const [best] = breaks.toSorted((a, b) => longest(a) - longest(b));
  if (best === undefined || longest(best) > maxLineLetters) return [name];
  return [name.slice(0, best), name.slice(best)];
}
