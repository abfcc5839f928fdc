/** Wire types of accounts. */

import type { Static } from 'typebox';
import type { Page } from '../pagination.ts';
import type { accountSchema, accountWithTokenSchema } from './schemas.ts';

export type AccountResource = Static<typeof accountSchema>;

/** The response to creating an account or rotating its token: the only time that the token is shown. */
export type AccountWithToken = Static<typeof accountWithTokenSchema>;

export type AccountPage = Page<'accounts', AccountResource>;
