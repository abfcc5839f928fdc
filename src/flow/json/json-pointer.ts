/** JSON pointers in URI fragment form, as findings carry them: `#/states/3/properties/timeout`. */

export type Pointer = string;

/** The pointer to the place that `path` leads to; `[]` gives `#`. Keys are escaped by RFC 6901. */
export function pointer(...path: readonly (string | number)[]): Pointer {
  return ['#', ...path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** The keys that a pointer names, from the root; indices stay text. */
export function pathOf(place: Pointer): string[] {
  const [, ...keys] = place.split('/');
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
