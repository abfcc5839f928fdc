/** Search parameters of the pages of people. */

/** `invite` opens the dialog; `groups` and `rules` show the tab of the groups, or of the rules. */
export type MembersSearch = { invite?: true; groups?: true; rules?: true };

export function readMembersSearch({ invite, groups, rules }: Record<string, unknown>): MembersSearch {
  return {
    ...(invite === true && { invite }),
    ...(groups === true && { groups }),
    ...(rules === true && { rules }),
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
