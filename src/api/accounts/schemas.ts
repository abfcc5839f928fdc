/** Resources of accounts and their API keys. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { role } from '../people/schemas.ts';

export const accountStatus = oneOf(['active', 'closed']);

export const accountSchema = resource('Account', {
  sid: sid('AC'),
  parent_sid: nullable(sid('AC')),
  friendly_name: Type.String(),
  username: nullable(Type.String()),
  status: accountStatus,
  date_created: dateTime(),
  date_closed: nullable(dateTime()),
  url: url(),
  links: resource('AccountLinks', { auth_token: url() }),
});

export type AccountResource = Static<typeof accountSchema>;

export const maxKeyDays = 365;

/** How long a key or a token is valid. */
export const keyDays = Type.Integer({
  minimum: 1,
  maximum: maxKeyDays,
  description: 'How many days it is valid; without an end by default.',
});

export const keyStatus = oneOf(['active', 'expired']);

export const accountKeySchema = resource('AccountKey', {
  sid: sid('SK'),
  account_sid: sid('AC'),
  friendly_name: Type.String(),
  approves_publishing: Type.Boolean({ description: 'It may approve publish requests of others.' }),
  role: role('The most that it may do.'),
  status: keyStatus,
  date_created: dateTime(),
  date_expires: nullable(dateTime()),
  date_last_used: nullable(dateTime({ description: 'To the minute.' })),
  url: url(),
});

export type AccountKeyResource = Static<typeof accountKeySchema>;

export const accountKeyWithSecretSchema = resource('AccountKeyWithSecret', {
  ...accountKeySchema.properties,
  secret: Type.String({ description: 'Shown this once.' }),
});

export type AccountKeyWithSecret = Static<typeof accountKeyWithSecretSchema>;

export const accountWithTokenSchema = resource('AccountWithToken', {
  ...accountSchema.properties,
  auth_token: Type.String({ description: 'Shown this once.' }),
});

export type AccountWithToken = Static<typeof accountWithTokenSchema>;
