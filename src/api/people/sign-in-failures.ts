/** Why a sign-in by an identity provider has failed. */

/** What went wrong, as the address of the sign-in page names it. */
export const signInFailures = [
  'away',
  'answer',
  'expired',
  'browser',
  'refused',
  'unverified',
  'nobody',
  'elsewhere',
  'limited',
] as const;

export type SignInFailure = (typeof signInFailures)[number];
