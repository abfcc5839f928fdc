/** The dialects that carriers speak: how their requests, posts and documents are written. */

export const carrierDialects = ['default', 'signalwire', 'somleng', 'jambonz', 'telnyx'] as const;

export type CarrierDialect = (typeof carrierDialects)[number];

/**
 * Why a connection test has failed: nobody answers there, the account or token is wrong, the address is not that of the
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
