/** Names and addresses of this server, as far as it knows them: what a mail exchanger is compared with. */

import { networkInterfaces } from 'node:os';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type DnsOptions, lookupAddresses } from './probe.ts';

export async function ownNamesAndAddresses(ctx: ServiceContext, dns: DnsOptions): Promise<Set<string>> {
  const { hostname } = new URL(ctx.publicUrl());
  const local = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outward = local.filter(({ internal }) => !internal).map(({ address }) => address);
  return new Set([hostname, ...(await lookupAddresses(hostname, dns)), ...outward]);
}
