/** /v3/validations/email: one address is checked. */

import { addressToValidateSchema, validatedAddressSchema } from '../address-validation.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const operation = emailOperationsIn('Email: validation of addresses');

export const validateAddress = operation({
  id: 'ValidateEmail',
  permission: 'email.write',
  method: 'POST',
  audit: { none: 'It changes nothing.' },
  path: emailPaths.addressValidation,
  summary: 'Validate an address',
  note: 'By its syntax, the records of its domain, lists of roles and of disposable domains, and the suppressions of the account; no other server is asked. Full Access keys do not have the scope.',
  scope: 'validations.email.create',
  json: addressToValidateSchema,
  responses: { 200: { text: 'The checks and the verdict.', schema: validatedAddressSchema } },
});
