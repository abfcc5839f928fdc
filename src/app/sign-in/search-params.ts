/** Search parameters of the sign-in page. */

/**
 * `return` is where to go afterwards; `link` says why a sign-in link was refused; `with` which form is shown; `failed` what went
 * wrong at an identity provider, with a dot and its SID behind.
 */
export type SignInSearch = {
  return?: string;
  link?: 'used' | 'limited';
  with?: 'account';
  failed?: string;
};

/** Only addresses of this site come back. */
export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const back = search.return;
  return {
    ...(typeof back === 'string' && /^\/(?![/\\])/.test(back) && { return: back }),
    ...(search.link !== undefined && {
      link: search.link === 'limited' ? ('limited' as const) : ('used' as const),
    }),
    ...(typeof search.failed === 'string' && { failed: search.failed }),
    ...(search.with === 'account' && { with: 'account' as const }),
  };
}
