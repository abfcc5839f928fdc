/** The validation of one address, as POST /v3/validations/email has it. */

import { type Static, Type } from 'typebox';
import { oneOf, resource } from '../operation/operation.ts';

export const addressToValidateSchema = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 1_000, description: 'The address.' }),
  source: Type.Optional(
    Type.String({ maxLength: 100, description: 'Where it comes from, such as `signup`.' }),
  ),
});

const flag = (description: string) => Type.Boolean({ description });

const result = resource('ValidatedAddress', {
  email: Type.String({ personal: 'address' }),
  verdict: oneOf(['Valid', 'Risky', 'Invalid']),
  score: Type.Number({ minimum: 0, maximum: 1, description: 'From the checks alone.' }),
  local: Type.String({ personal: 'text' }),
  host: Type.String(),
  suggestion: Type.Optional(Type.String({ description: 'The domain that may have been meant.' })),
  checks: resource('AddressChecks', {
    domain: resource('AddressDomainChecks', {
      has_valid_address_syntax: flag('What can be sent to.'),
      has_mx_or_a_record: flag('False too where DNS did not respond; the address is then Risky.'),
      is_suspected_disposable_address: flag('Of a service for disposable addresses.'),
    }),
    local_part: resource('AddressLocalChecks', {
      is_suspected_role_address: flag('A role or a group, such as admin.'),
    }),
    additional: resource('AddressAdditionalChecks', {
      has_known_bounces: flag('On the list of bounces or of invalid emails of the account.'),
      has_suspected_bounces: flag('On its list of blocks.'),
    }),
  }),
  source: Type.Optional(Type.String()),
  ip_address: Type.String({ description: 'Of the client.' }),
});

export const validatedAddressSchema = Type.Object({ result }, { title: 'AddressValidation' });
export type ValidatedAddress = Static<typeof result>;
