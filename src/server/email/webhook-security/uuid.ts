/** Ids of webhooks and policies, in the form that clients know. */

import type { ServiceContext } from '../../platform/service-context.ts';

/** 32 hexadecimal digits of chance in five groups. */
export function newUuid(ctx: ServiceContext): string {
  return ctx.ids.token().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
