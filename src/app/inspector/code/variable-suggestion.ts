/** A variable that completion offers. */

/** `group` is the path before the last part, under which it is listed: `flow.data`. */
export type VariableSuggestion = { path: string; means: string; group: string };

/**
 * Those that fit what was typed, the best kind of fit only: the path begins so, its last part begins so, or
 * it stands somewhere in the path. Within a kind the order stays; groups stay together.
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
