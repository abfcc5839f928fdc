/** Search parameters of the pages of people. */

/** `invite` opens the dialog; `view` is the tab beside that of the people. */
export type MembersSearch = { invite?: true; view?: 'groups' };

export function readMembersSearch(search: Record<string, unknown>): MembersSearch {
  return {
    ...(search.invite === true && { invite: true as const }),
    ...(search.view === 'groups' && { view: 'groups' as const }),
  };
}

/** `compare` is two roles, `author..publisher`; `only` shows only what differs. */
export type RolesSearch = { compare?: string; only?: true };

export function readRolesSearch({ compare, only }: Record<string, unknown>): RolesSearch {
  const isPair = typeof compare === 'string' && /^[a-z]+\.\.[a-z]+$/.test(compare);
  return { ...(isPair && { compare }), ...(only === true && { only: true }) };
}
