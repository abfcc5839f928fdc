/** Which two roles are compared. Apart from the search parameters, which every page loads. */

import { type Role, roles } from '#api/people/roles.ts';
import type { RolesSearch } from './search-params.ts';

/** The two roles that are compared: those of the address, otherwise two that are easily confused. */
export function comparedRoles({ compare }: RolesSearch): readonly [Role, Role] {
  const [first, second] = (compare ?? '').split('..').map((name) => roles.find((role) => role === name));
  return [first ?? 'author', second ?? 'publisher'];
}
