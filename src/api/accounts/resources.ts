/** Accounts as they cross the wire. */

import type { Static } from 'typebox';
import type { Page } from '../pagination.ts';
import type { accountSchema, accountWithTokenSchema } from './schemas.ts';

export type AccountResource = Static<typeof accountSchema>;

/** The answer to what gives an account a token: the only time that it is shown. */
export type AccountWithToken = Static<typeof accountWithTokenSchema>;

export type AccountPage = Page<'accounts', AccountResource>;
