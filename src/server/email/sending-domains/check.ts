/** Checks the records of a sending domain by DNS. */

import type { DomainRecordName } from '#api/email/sending-domains.ts';
import type { DkimKeyRow, SendingDomainRow } from '../../platform/database/schema/email.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { checkSpf } from '../sender-authentication/sender-authentication.ts';
import { ownNamesAndAddresses } from '../smtp/own-addresses.ts';
import { type DnsOptions, lookupAddresses, lookupMailExchangers, lookupTexts } from '../smtp/probe.ts';
import {
  domainsAbove,
  failed,
  judgeDkim,
  judgeDmarc,
  judgeMailServer,
  judgeSpf,
  namesMechanisms,
  noResponse,
  type RecordCheck,
  type RecordChecks,
} from './dns-records.ts';
import { ownMailHost, ownSpfMechanisms } from './own-host.ts';

export const returnPathHost = ({ subdomain, domain }: SendingDomainRow) => `${subdomain}.${domain}`;

export const selectorOf = ({ selector }: SendingDomainRow, number: number) => `${selector}${number}`;

export const dkimHost = (row: SendingDomainRow, number: number) =>
  `${selectorOf(row, number)}._domainkey.${row.domain}`;

export const dkimName = (number: number) => (number === 1 ? 'dkim1' : 'dkim2');

/** All records. Where DNS does not respond, a record that was found before counts as found. */
export async function checkRecords(
  ctx: ServiceContext,
  { row, keys }: { row: SendingDomainRow; keys: readonly DkimKeyRow[] },
  dns: DnsOptions,
): Promise<RecordChecks> {
  const before = JSON.parse(row.checks) as RecordChecks;
  const ofKeys = keys.map(async (key): Promise<[DomainRecordName, RecordCheck]> => {
    return [dkimName(key.number), await checkKey(row, key, dns)];
  });
  const found = await Promise.all([
    ...ofKeys,
    ...(
      [
        ['mail_server', checkMailServer(ctx, returnPathHost(row), dns)],
        ['subdomain_spf', checkSpfRecord(ctx, returnPathHost(row), dns)],
        ['domain_spf', checkSpfRecord(ctx, row.domain, dns)],
        ['dmarc', checkDmarc(row.domain, dns)],
      ] as const
    ).map(async ([name, check]) => [name, await check] as const),
  ]);
  return Object.fromEntries(
    found.map(([name, check]) => [name, check.problem === 'unknown' ? (before[name] ?? check) : check]),
  );
}

export async function checkKey(
  row: SendingDomainRow,
  { number, public_key }: DkimKeyRow,
  dns: DnsOptions,
): Promise<RecordCheck> {
  const host = dkimHost(row, number);
  const texts = await lookupTexts(host, dns);
  return texts === null ? noResponse(host) : judgeDkim(host, texts, public_key);
}

async function checkMailServer(ctx: ServiceContext, host: string, dns: DnsOptions): Promise<RecordCheck> {
  if (ownMailHost(ctx) === null) {
    const reason = 'PUBLIC_URL has no host name that others can find, so no bounce can come back.';
    return failed('no_host', reason);
  }
  const exchangers = await lookupMailExchangers(host, dns);
  if (exchangers === null) return noResponse(host);
  const own = await ownNamesAndAddresses(ctx, dns);
  return judgeMailServer(host, exchangers, ({ name, addresses }) =>
    [name, ...addresses].some((each) => own.has(each)),
  );
}

async function checkSpfRecord(ctx: ServiceContext, host: string, dns: DnsOptions): Promise<RecordCheck> {
  const mechanisms = ownSpfMechanisms(ctx);
  if (mechanisms === null) {
    const reason = 'This server has no host name that others can find: set PUBLIC_URL, or SENDING_SPF.';
    return failed('no_host', reason);
  }
  const texts = await lookupTexts(host, dns);
  if (texts === null) return noResponse(host);
  const isAllowed = namesMechanisms(texts, mechanisms) || (await passesSpf(host, mechanisms, dns));
  return judgeSpf(host, texts, { mechanisms, isAllowed });
}

/** Each evaluation may take ten lookups. */
const maxEvaluated = 2;

/** Whether the record allows the addresses that the mechanisms stand for: it may name them in its own way. */
async function passesSpf(host: string, mechanisms: readonly string[], dns: DnsOptions): Promise<boolean> {
  const named = await Promise.all(
    mechanisms.map(async (each): Promise<string[]> => {
      const [, kind, value = ''] = /^(a|ip4|ip6):([^/]+)$/i.exec(each) ?? [];
      if (kind === undefined) return [];
      return kind.toLowerCase() === 'a' ? lookupAddresses(value, dns) : [value];
    }),
  );
  const addresses = named.flat().slice(0, maxEvaluated);
  if (named.some((each) => each.length === 0) || addresses.length === 0) return false;
  const sender = `postmaster@${host}`;
  const results = await Promise.all(
    addresses.map((clientIp) => checkSpf({ sender, clientIp, helo: null }, dns)),
  );
  return results.every((result) => result === 'pass');
}

/** Of a domain with many labels no more are asked (RFC 9989 asks for eight). */
const maxDmarcLookups = 5;

async function checkDmarc(domain: string, dns: DnsOptions): Promise<RecordCheck> {
  const above = domainsAbove(domain);
  const asked = above.length > maxDmarcLookups ? [domain, ...above.slice(1 - maxDmarcLookups)] : above;
  const levels = await Promise.all(asked.map((each) => lookupTexts(`_dmarc.${each}`, dns)));
  const [own] = levels;
  if (own === null) return noResponse(`_dmarc.${domain}`);
  return judgeDmarc(
    domain,
    levels.map((texts) => texts ?? []),
  );
}
