/** Wire types of accounts. */

import type { Static } from 'typebox';
import type { Page } from '../pagination.ts';
import type {
  accountKeySchema,
  accountKeyWithSecretSchema,
  accountSchema,
  accountWithTokenSchema,
} from './schemas.ts';

export type AccountResource = Static<typeof accountSchema>;

/** The response to creating an account or rotating its token: the only time that the token is shown. */
export type AccountWithToken = Static<typeof accountWithTokenSchema>;

export type AccountKeyResource = Static<typeof accountKeySchema>;

/** The response to creating a key: the only time that its secret is shown. */
export type AccountKeyWithSecret = Static<typeof accountKeyWithSecretSchema>;

export type AccountKeyPage = Page<'api_keys', AccountKeyResource>;

export type AccountPage = Page<'accounts', AccountResource>;
