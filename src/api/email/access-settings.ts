/** From which addresses an account was used, and which addresses may use it: here all may. */

import { Type } from 'typebox';
import { oneOf, resource } from '../operation/operation.ts';

export const maxAccessAttempts = 500;

export const accessMethods = ['Web', 'API'] as const;

const seconds = (description: string) => Type.Integer({ minimum: 0, description });

export const accessActivitySchema = Type.Object(
  {
    result: Type.Array(
      resource('AccessAttempt', {
        allowed: Type.Boolean({ description: 'False where it was refused after too many wrong passwords.' }),
        auth_method: oneOf(accessMethods, 'The page, or a token or key.'),
        first_at: seconds('Unix seconds.'),
        ip: Type.String(),
        last_at: seconds('Unix seconds.'),
        location: Type.String({ description: 'Empty: places of addresses are not looked up.' }),
      }),
    ),
  },
  { title: 'AccessActivity' },
);

export const allowedAddressesSchema = Type.Object(
  {
    result: Type.Array(
      resource('AllowedAddress', {
        id: Type.Integer({ minimum: 1 }),
        ip: Type.String(),
        created_at: seconds('Unix seconds.'),
        updated_at: seconds('Unix seconds.'),
      }),
      { maxItems: 0, description: 'Always empty: addresses are not restricted.' },
    ),
  },
  { title: 'AllowedAddressList' },
);
