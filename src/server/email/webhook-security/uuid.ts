/** Ids of webhooks and security policies, in the textual form of a UUID (RFC 9562). */

import type { ServiceContext } from '../../platform/service-context.ts';

/** 32 random hexadecimal digits in five groups. */
export function newUuid(ctx: ServiceContext): string {
  return ctx.ids.token().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
