/** Completion of variables: suggestions and their matching. */

/** `group` is the path without its last part, the heading of the suggestion: `flow.data`. */
export type VariableSuggestion = { path: string; means: string; group: string };

/**
 * The suggestions that match the query best: by prefix of the path, else by prefix of its last part, else
 * anywhere in the path. The order is kept and groups stay together.
 */
export function matchSuggestions(
  suggestions: readonly VariableSuggestion[],
  typed: string,
): VariableSuggestion[] {
  const query = typed.toLowerCase();
  const matchers: ((path: string) => boolean)[] = [
    (path) => path.startsWith(query),
    (path) => (path.split('.').at(-1) ?? '').startsWith(query),
    (path) => path.includes(query),
  ];
  for (const matches of matchers) {
    const found = suggestions.filter(({ path }) => matches(path.toLowerCase()));
    if (found.length > 0) {
      const groups = [...new Set(found.map(({ group }) => group))];
      return groups.flatMap((group) => found.filter((each) => each.group === group));
    }
  }
  return [];
}
