/** The words about people, on the pages of the settings and on those before one is signed in. Added where it is imported: where a page or dialog about people is loaded. */

import { allAccounts } from '../english/settings/all-accounts.ts';
import { factors } from '../english/settings/factors.ts';
import { groups } from '../english/settings/groups.ts';
import { identity } from '../english/settings/identity.ts';
import { ownPage } from '../english/settings/own-page.ts';
import { people } from '../english/settings/people.ts';
import { addWords } from '../translator.ts';

export const peopleWords = { allAccounts, factors, groups, identity, ownPage, people } as const;

addWords(peopleWords);
