/** The words about people, on the pages of the settings and on those before one is signed in. `add-people-words.ts` adds them. */

import { allAccounts } from './english/all-accounts.ts';
import { factors } from './english/factors.ts';
import { groups } from './english/groups.ts';
import { identity } from './english/identity.ts';
import { people } from './english/people.ts';

export const peopleWords = { allAccounts, factors, groups, identity, people } as const;
