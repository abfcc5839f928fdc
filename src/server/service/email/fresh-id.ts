/** Ids of webhooks and policies, in the form that clients know. */

import type { Host } from '../host.ts';

/** 32 hexadecimal digits of chance in five groups. */
export function freshId(host: Host): string {
  return host.ids.token().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
