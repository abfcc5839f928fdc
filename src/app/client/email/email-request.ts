/** Requests about email, in a region and on behalf of an account. */

import { regionPrefixes } from '#api/email/regions.ts';
import { type CallArguments, type CallOptions, callApi, type ResponseAt, type Route } from '../api.ts';
import { type EmailTarget, onBehalfOf } from './email-target.ts';
import { recordRateLimit } from './rate-limits.ts';

/**
 * `callApi` for a target. Routes of the email API (/v3) have the prefix of its region, the others name it themselves.
 *
 * @throws RequestError as `request`
 */
export function callEmail<R extends Route>(
  target: EmailTarget,
  route: R,
  ...[options]: CallArguments<R>
): Promise<ResponseAt<R>> {
  const call = {
    ...options,
    headers: targetHeaders(target),
    ...(route.includes(' /v3/') && {
      prefix: regionPrefixes[target.region],
      onHeaders: (headers: Headers) => recordRateLimit(route, headers),
    }),
  };
  return callApi(route, call as CallOptions<R>);
}

/** The `on-behalf-of` header. */
export function targetHeaders({ actingAs }: EmailTarget): Record<string, string> {
  return actingAs === null ? {} : { 'on-behalf-of': onBehalfOf(actingAs) };
}
