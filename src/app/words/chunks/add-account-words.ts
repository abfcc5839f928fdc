/** Adds the words of `account-words.ts`; imported by the pages of the account and of its upkeep. */

import { accountWords } from './account-words.ts';
import { addWords } from './use-words.ts';

addWords(accountWords);
