/** The words of the account and of its upkeep. `add-account-words.ts` adds them. */

import { account } from './english/account.ts';
import { operations } from './english/operations.ts';
import { tokens } from './english/tokens.ts';

export const accountWords = { account, operations, tokens } as const;
