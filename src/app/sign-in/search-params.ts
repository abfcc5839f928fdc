/** Search parameters of the sign-in page. */

import { matching, oneOf, searchReader, text } from '../ui/search-params.ts';

/**
 * `return` is where to go afterwards; `link` says why a sign-in link was refused; `with` which form is shown; `failed` what went
 * wrong at an identity provider, with a dot and its SID behind.
 */
export type SignInSearch = ReturnType<typeof readSignInSearch>;

export const readSignInSearch = searchReader({
  // Only addresses of this site come back.
  return: matching(/^\/(?![/\\])/),
  link: text(100),
  with: oneOf(['account']),
  failed: text(100),
});
