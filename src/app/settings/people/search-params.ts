/** Search parameters of the pages of people. */

import { roles } from '#api/people/roles.ts';
import { isTrue, matching, oneOf, searchReader, text } from '../../ui/search-params.ts';

/**
 * `invite` opens the dialog; `groups` and `rules` show the tab of the groups, or of the rules; of the people are shown those
 * whose name or address has the text `q`, with a role.
 */
export type MembersSearch = ReturnType<typeof readMembersSearch>;

export const readMembersSearch = searchReader({
  ...{ invite: isTrue, groups: isTrue, rules: isTrue },
  q: text(300),
  role: oneOf(roles),
});

/** `all` shows the tokens of all members. */
export type TokensSearch = ReturnType<typeof readTokensSearch>;

export const readTokensSearch = searchReader({ all: isTrue });

/** `compare` is two roles, `author..publisher`; `only` shows only what differs. */
export type RolesSearch = ReturnType<typeof readRolesSearch>;

export const readRolesSearch = searchReader({ compare: matching(/^[a-z]+\.\.[a-z]+$/), only: isTrue });
