/** OAuth client settings of a webhook: all three fields, or none. */

import type { SecurityColumns } from '../../platform/database/schema/email.ts';
import { sealUrl, shownUrl } from '../../platform/outbound/url-credentials.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { invalidField } from '../validation/field-error.ts';
import { parseWebUrl } from '../validation/web-url.ts';

type OauthColumns = Pick<SecurityColumns, 'oauth_client_id' | 'oauth_client_secret' | 'oauth_token_url'>;

/** Undefined keeps a field, null or an empty text removes it. The secret is not sealed yet. */
type OauthChange = { [K in keyof OauthColumns]?: string | null | undefined };

export const noOauthClient: OauthColumns = {
  oauth_client_id: null,
  oauth_client_secret: null,
  oauth_token_url: null,
};

/**
 * The columns after the change, with the secret sealed. Removing the client id removes the others.
 *
 * @throws Refusal naming the field that is missing; `names` are the names of the fields in the request
 */
export function mergeOauthClient(
  ctx: ServiceContext,
  before: OauthColumns,
  input: OauthChange,
  names = { id: 'oauth_client_id', secret: 'oauth_client_secret', url: 'oauth_token_url' },
): OauthColumns {
  const id = input.oauth_client_id === undefined ? before.oauth_client_id : input.oauth_client_id || null;
  const kept = before.oauth_token_url;
  const url = input.oauth_token_url === undefined ? kept && shownUrl(kept) : input.oauth_token_url || null;
  const secret =
    input.oauth_client_secret === undefined
      ? before.oauth_client_secret
      : input.oauth_client_secret
        ? ctx.secrets.encrypt(input.oauth_client_secret)
        : null;
  const ended = input.oauth_client_id !== undefined && id === null;
  if (ended || (id === null && url === null && secret === null)) return noOauthClient;
  const missing = (field: string) =>
    invalidField(
      field,
      `${field} is required`,
      'OAuth needs a client id, its secret and the URL that gives tokens.',
    );
  if (id === null) throw missing(names.id);
  if (url === null) throw missing(names.url);
  if (secret === null) throw missing(names.secret);
  const oauth_token_url = sealUrl(ctx.secrets, parseWebUrl(names.url, url), kept);
  return { oauth_client_id: id, oauth_client_secret: secret, oauth_token_url };
}
