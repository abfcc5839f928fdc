/** Adds the words of `account-words.ts`; imported by the pages of the account and of its upkeep. */

import { addWords } from '../use-words.ts';
import { accountWords } from './account-words.ts';

addWords(accountWords);
