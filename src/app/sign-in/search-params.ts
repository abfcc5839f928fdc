/** Search parameters of the sign-in page. */

import { type SignInFailure, signInFailures } from '#api/people/sign-in-failures.ts';

/**
 * `return` is where to go afterwards; `link` says why a sign-in link was refused; `with` which form is shown; `failed` what went
 * wrong at the identity provider with the SID `provider`.
 */
export type SignInSearch = {
  return?: string;
  link?: 'used' | 'limited';
  with?: 'account';
  failed?: SignInFailure;
  provider?: string;
};

/** Only addresses of this site come back. */
export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const back = search.return;
  const failed = signInFailures.find((each) => each === search.failed);
  return {
    ...(typeof back === 'string' && /^\/(?![/\\])/.test(back) && { return: back }),
    ...(search.link !== undefined && {
      link: search.link === 'limited' ? ('limited' as const) : ('used' as const),
    }),
    ...(failed !== undefined && { failed }),
    ...(typeof search.provider === 'string' && { provider: search.provider }),
    ...(search.with === 'account' && { with: 'account' as const }),
  };
}
