/** Checks the two records of a link domain: one leads to this server, the other proves which account it belongs to. */

import type { LinkRecordName } from '#api/email/link-domains.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { failed, noResponse, passed, type RecordCheck } from '../sending-domains/dns-records.ts';
import { numberOfAccount } from '../sending-domains/numbers.ts';
import { ownMailHost } from '../sending-domains/own-host.ts';
import { ownNamesAndAddresses } from '../smtp/own-addresses.ts';
import { type DnsOptions, lookupAddresses, lookupAliases } from '../smtp/probe.ts';
import type { LinkDomainRow } from './store.ts';

export type LinkChecks = { [Name in LinkRecordName]?: RecordCheck };

type Names = Pick<LinkDomainRow, 'account' | 'domain' | 'subdomain'>;

export const linkHost = ({ subdomain, domain }: Names) => `${subdomain}.${domain}`;

/** Its number is that of the account, so that others may point the same name here and prove nothing by it. */
export const ownerHost = ({ account, domain }: Names) => `${numberOfAccount(account)}.${domain}`;

/** Both records. Where DNS does not respond, a record that was found before counts as found. */
export async function checkLink(
  ctx: ServiceContext,
  row: LinkDomainRow,
  dns: DnsOptions,
): Promise<Required<LinkChecks>> {
  const before = JSON.parse(row.checks) as LinkChecks;
  const [domain, owner] = await Promise.all([
    checkAlias(ctx, linkHost(row), dns),
    checkAlias(ctx, ownerHost(row), dns),
  ]);
  const known = (check: RecordCheck, name: LinkRecordName) =>
    check.problem === 'unknown' ? (before[name] ?? check) : check;
  return { domain_cname: known(domain, 'domain_cname'), owner_cname: known(owner, 'owner_cname') };
}

async function checkAlias(ctx: ServiceContext, host: string, dns: DnsOptions): Promise<RecordCheck> {
  const own = ownMailHost(ctx);
  if (own === null) {
    return failed('no_host', 'PUBLIC_URL has no host name that others can find, so no link can lead here.');
  }
  const aliases = await lookupAliases(host, dns);
  if (aliases === null) return noResponse(host);
  const [alias] = aliases;
  if (alias === own) return passed(aliases);
  if (alias !== undefined) {
    const reason = `${host} leads to ${alias.slice(0, 253)}, which is not this server.`;
    return failed('not_this_server', reason, aliases);
  }
  // Some DNS providers resolve an alias themselves, and respond with its addresses.
  const addresses = await lookupAddresses(host, dns);
  if (addresses.length === 0) return failed('missing', `No record has the name ${host} yet.`);
  const ours = await ownNamesAndAddresses(ctx, dns);
  if (addresses.every((each) => ours.has(each))) return passed(addresses);
  return failed('not_this_server', `The addresses of ${host} are not those of this server.`, addresses);
}
