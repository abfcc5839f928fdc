/** Search parameters of the pages of people. */

/** `invite` opens the dialog. */
export type MembersSearch = { invite?: true };

export function readMembersSearch(search: Record<string, unknown>): MembersSearch {
  return search.invite === true ? { invite: true } : {};
}

/** `compare` is two roles, `author..publisher`; `only` shows only what differs. */
export type RolesSearch = { compare?: string; only?: true };

export function readRolesSearch({ compare, only }: Record<string, unknown>): RolesSearch {
  const isPair = typeof compare === 'string' && /^[a-z]+\.\.[a-z]+$/.test(compare);
  return { ...(isPair && { compare }), ...(only === true && { only: true }) };
}
