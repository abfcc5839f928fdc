/** The words about people, on the pages of the settings and on those before one is signed in. `add-people-words.ts` adds them. */

import { allAccounts } from '../english/settings/all-accounts.ts';
import { factors } from '../english/settings/factors.ts';
import { groups } from '../english/settings/groups.ts';
import { identity } from '../english/settings/identity.ts';
import { ownPage } from '../english/settings/own-page.ts';
import { people } from '../english/settings/people.ts';

export const peopleWords = { allAccounts, factors, groups, identity, ownPage, people } as const;
