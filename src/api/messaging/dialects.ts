/** The dialects that carriers speak: how their requests, posts and documents are written. */

import type { CarrierFeature } from '#flow/widgets/carrier-features.ts';

export const carrierDialects = ['default', 'signalwire', 'somleng', 'jambonz', 'telnyx'] as const;

export type CarrierDialect = (typeof carrierDialects)[number];

/** What widgets need of the carrier of a call, and a dialect does not have. */
export const dialectLacks: Readonly<Record<CarrierDialect, readonly CarrierFeature[]>> = {
  default: [],
  signalwire: ['workflow', 'sim'],
  somleng: [
    ...(['payment', 'virtual-agent', 'queue', 'workflow', 'stream', 'siprec'] as const),
    ...(['client', 'conference', 'sim', 'dial-recording', 'call-recording'] as const),
  ],
  jambonz: [
    ...(['payment', 'voicemail', 'virtual-agent', 'workflow', 'siprec', 'sim'] as const),
    ...(['dial-recording', 'call-recording'] as const),
  ],
  telnyx: ['payment', 'virtual-agent', 'workflow', 'client', 'sim'],
};

/**
 * Why a connection test has failed: nothing answers there, the account or token is wrong, the address is not that of the
 * account, it is no REST API, the carrier takes no requests for now, or it rejects this one.
 */
export const connectionFailures = [
  'unreachable',
  'credentials',
  'not-found',
  'no-api',
  'busy',
  'rejected',
] as const;

export type ConnectionFailure = (typeof connectionFailures)[number];
