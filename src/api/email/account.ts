/** The account of a key, its members and its subaccounts, by the names that client libraries have for them. */

import { Type } from 'typebox';
import { oneOf, resource } from '../operation/operation.ts';

export const userAccountSchema = resource('UserAccount', {
  type: oneOf(['paid']),
  reputation: Type.Number({
    minimum: 0,
    maximum: 100,
    description:
      'The share of the email of the last 30 days that neither bounced nor was reported as spam, in percent.',
  }),
});

const userId = Type.Integer({ minimum: 0, description: 'A number that follows from the SID.' });

export const userNameSchema = resource('UserName', { username: Type.String(), user_id: userId });

export const userEmailSchema = resource('UserEmail', { email: Type.String() });

/** What is not known of an account is empty. */
export const userProfileSchema = resource('UserProfile', {
  company: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  ...{ address: Type.String(), address2: Type.String(), city: Type.String(), country: Type.String() },
  ...{ phone: Type.String(), state: Type.String(), website: Type.String(), zip: Type.String() },
});

const teammate = {
  username: Type.String({ description: 'The address by which the member signs in.' }),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  user_type: oneOf(['owner', 'admin', 'teammate']),
  is_admin: Type.Boolean(),
};

export const teammateListSchema = Type.Object(
  { result: Type.Array(resource('Teammate', teammate)) },
  { title: 'TeammateList' },
);

export const teammateSchema = resource('TeammateDetails', {
  ...teammate,
  scopes: Type.Array(Type.String(), { description: 'What the role of the member comes to.' }),
});

export const pendingTeammateListSchema = Type.Object(
  {
    result: Type.Array(
      resource('PendingTeammate', {
        email: Type.String(),
        scopes: Type.Array(Type.String()),
        is_admin: Type.Boolean(),
        token: Type.String({ description: 'The SID of the invitation; its link is secret.' }),
        expiration_date: Type.Integer({ description: 'Unix seconds.' }),
      }),
    ),
  },
  { title: 'PendingTeammateList' },
);

export const subuserListSchema = Type.Array(
  resource('Subuser', {
    id: userId,
    username: Type.String({ description: 'The name for `on-behalf-of`; its SID where it has none.' }),
    email: Type.String({ description: 'Empty: subaccounts have none.' }),
    disabled: Type.Boolean(),
  }),
);
