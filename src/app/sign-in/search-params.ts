/** Search parameters of the sign-in page. */

/**
 * `return` is where to go afterwards; `link` says why a sign-in link was refused; `with` which form is shown; `failed` what went
 * wrong at an identity provider, with a dot and its SID behind.
 */
export type SignInSearch = { return?: string; link?: string; with?: 'account'; failed?: string };

/** Only addresses of this site come back. */
export function readSignInSearch({
  return: back,
  link,
  failed,
  with: form,
}: Record<string, unknown>): SignInSearch {
  return {
    ...(typeof back === 'string' && /^\/(?![/\\])/.test(back) && { return: back }),
    ...(typeof link === 'string' && { link }),
    ...(typeof failed === 'string' && { failed }),
    ...(form === 'account' && { with: form }),
  };
}
