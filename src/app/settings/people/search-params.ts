/** Search parameters of the pages of people. */

import { type Role, roles } from '#api/people/roles.ts';

/**
 * `invite` opens the dialog; `groups` and `rules` show the tab of the groups, or of the rules; of the people are shown those
 * whose name or address has the text `q`, with a role.
 */
export type MembersSearch = { invite?: true; groups?: true; rules?: true; q?: string; role?: Role };

export function readMembersSearch(search: Record<string, unknown>): MembersSearch {
  const { invite, groups, rules, q } = search;
  const role = roles.find((each) => each === search.role);
  return {
    ...(invite === true && { invite }),
    ...(groups === true && { groups }),
    ...(rules === true && { rules }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(role && { role }),
  };
}

/** `all` shows the tokens of all members. */
export type TokensSearch = { all?: true };

export const readTokensSearch = ({ all }: Record<string, unknown>): TokensSearch =>
  all === true ? { all } : {};

/** `compare` is two roles, `author..publisher`; `only` shows only what differs. */
export type RolesSearch = { compare?: string; only?: true };

export function readRolesSearch({ compare, only }: Record<string, unknown>): RolesSearch {
  const isPair = typeof compare === 'string' && /^[a-z]+\.\.[a-z]+$/.test(compare);
  return { ...(isPair && { compare }), ...(only === true && { only }) };
}
