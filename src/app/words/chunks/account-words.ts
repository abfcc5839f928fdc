/** The words of the account and of its upkeep. Added where it is imported: by the pages of the account and of its upkeep. */

import { account } from '../english/settings/account.ts';
import { operations } from '../english/settings/operations.ts';
import { tokens } from '../english/settings/tokens.ts';
import { addWords } from '../translator.ts';

export const accountWords = { account, operations, tokens } as const;

addWords(accountWords);
