/** A variable that completion offers. */

/** `group` is the path before the last part, under which it is listed: `flow.data`. */
export type Suggestion = { path: string; means: string; group: string };

/**
 * Those that fit what was typed, the best kind of fit only: the path begins so, its last part begins so, or
 * it stands somewhere in the path. Within a kind the order stays; groups stay together.
 */
export function matching(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const wanted = typed.toLowerCase();
  const likenesses: ((path: string) => boolean)[] = [
    (path) => path.startsWith(wanted),
    (path) => (path.split('.').at(-1) ?? '').startsWith(wanted),
    (path) => path.includes(wanted),
  ];
  for (const isLike of likenesses) {
    const found = suggestions.filter(({ path }) => isLike(path.toLowerCase()));
    if (found.length > 0) {
      const groups = [...new Set(found.map(({ group }) => group))];
      return groups.flatMap((group) => found.filter((each) => each.group === group));
    }
  }
  return [];
}
