/** The dialects of carriers, what each needs, and why a connection has failed, as `numbers` has them. */

import type { CarrierDialect, ConnectionFailure } from '#api/messaging/dialects.ts';

export const dialectNames = {
  default: 'Common REST API',
  signalwire: 'SignalWire',
  somleng: 'Somleng',
  jambonz: 'jambonz',
  telnyx: 'Telnyx',
} as const satisfies Record<CarrierDialect, string>;

export const connectionFailures = {
  unreachable: 'No carrier was reached at the base URL.',
  credentials: 'The carrier does not accept this account with this token.',
  'not-found':
    'The carrier is there, but knows nothing at this address: check base URL, account and dialect.',
  'no-api': 'The address answers, but not as a REST API: check the base URL.',
  busy: 'The carrier takes no requests at present. Test again later.',
  rejected: 'The carrier rejects the request.',
} as const satisfies Record<ConnectionFailure, string>;

export const dialectForm = {
  dialect: 'Dialect',
  dialectHelp: 'How the carrier’s requests and documents are written. The guide of each carrier names it.',
  signingKey: 'Signing key',
  signingKeyHelp:
    'Verifies that requests come from the carrier: a secret or a public key, as its guide says. Never shown again.',
  signingKeyStored: 'Leave it empty to keep the current key.',
  application: 'Application SID at the carrier',
  applicationHelp: 'Calls that flows place belong to this application.',
} as const;
