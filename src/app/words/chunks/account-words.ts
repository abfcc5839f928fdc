/** The words of the account and of its upkeep. `add-account-words.ts` adds them. */

import { account } from '../english/settings/account.ts';
import { operations } from '../english/settings/operations.ts';
import { tokens } from '../english/settings/tokens.ts';

export const accountWords = { account, operations, tokens } as const;
