/**
 * User and password in the URLs of webhooks of email, which the API of email lets be there; other URLs may have none. They are
 * stored encrypted in their place in the URL, are sent as Basic credentials, and are never shown: neither in a response, nor in
 * the audit log or a file.
 */

import type { SecretCipher } from '../secrets.ts';

/** Up to the last @ before the path. A browser takes a backslash for a slash. */
const userinfo = /^(\s*[a-z][a-z\d+.-]*:[\\/]*)([^\\/?#]*)@/i;
const sealedMark = 'patchbay-sealed:';

/** As it is shown: without user and password. */
export const shownUrl = (stored: string): string => stored.replace(userinfo, '$1');

/**
 * As it is stored. Who sends back what was shown, and nothing else, keeps the user and the password of `before`; with another URL
 * they are gone.
 */
export function sealUrl(secrets: Pick<SecretCipher, 'encrypt'>, url: string, before?: string | null): string {
  if (!userinfo.test(url)) return typeof before === 'string' && shownUrl(before) === url ? before : url;
  const seal = (_: string, scheme: string, credentials: string) =>
    `${scheme}${sealedMark}${encodeURIComponent(secrets.encrypt(credentials))}@`;
  return url.replace(userinfo, seal);
}

/** As it is sent. @throws when it was encrypted with another key */
export function openUrl(secrets: Pick<SecretCipher, 'decrypt'>, stored: string): string {
  return withSealed(stored, (sealed) => secrets.decrypt(sealed)) ?? stored;
}

/** Encrypted with the new key, and in the first place where an earlier version left it in clear; null where nothing is to be done. */
export function renewUrl(secrets: SecretCipher, stored: string): string | null {
  if (!userinfo.test(stored)) return null;
  let isNew = true;
  const renewed = withSealed(stored, (sealed) => {
    const again = secrets.renew(sealed);
    isNew = again !== null;
    return `${sealedMark}${encodeURIComponent(again ?? sealed)}`;
  });
  if (renewed === null) return sealUrl(secrets, stored);
  return isNew ? renewed : null;
}

/** Null where nothing in it is encrypted. */
function withSealed(stored: string, change: (sealed: string) => string): string | null {
  const [, , credentials = ''] = userinfo.exec(stored) ?? [];
  if (!credentials.startsWith(sealedMark)) return null;
  const changed = change(decodeURIComponent(credentials.slice(sealedMark.length)));
  return stored.replace(userinfo, (_, scheme: string) => `${scheme}${changed}@`);
}

/** A text for people, with no user or password in any URL that is in it. */
export const withoutUrlCredentials = (text: string): string =>
  text.replaceAll(/\b(https?:[\\/]*|[a-z][a-z\d+.-]*:\/\/)[^\s\\/?#"'<>]*@/gi, '$1');
