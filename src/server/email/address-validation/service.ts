/** Validates an address without writing to its server: by syntax, DNS, lists, and what the account knows of it. */

import type { ValidatedAddress } from '#api/email/address-validation.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { domainDns } from '../sending-domains/service.ts';
import { type DnsOptions, lookupAddresses, lookupMailExchangers } from '../smtp/probe.ts';
import { findSuppressions } from '../suppressions/store.ts';
import { foldAddress } from '../validation/email-address.ts';
import { toAsciiHostname } from '../validation/host-name.ts';
import { isDisposable, isRole, suggestedDomain } from './domains.ts';

/** `source` and the address of the client are the caller's. */
export type AddressVerdict = Omit<ValidatedAddress, 'source' | 'ip_address'>;

export async function validateAddress(
  ctx: ServiceContext,
  caller: EmailCaller,
  text: string,
): Promise<AddressVerdict> {
  const email = text.trim();
  const { local, host, isValid } = partsOf(email);
  const [records, suppressions] = isValid
    ? await Promise.all([
        findRecords(host, domainDns(ctx).options),
        findSuppressions(ctx.database.read, caller, [foldAddress(email)]),
      ])
    : ([false, []] as const);
  const lists = new Set(suppressions.map(({ list }) => list));
  const suggestion = suggestedDomain(host);
  const checks = {
    domain: {
      has_valid_address_syntax: isValid,
      has_mx_or_a_record: records === true,
      is_suspected_disposable_address: isDisposable(host),
    },
    local_part: { is_suspected_role_address: isRole(local) },
    additional: {
      has_known_bounces: lists.has('bounces') || lists.has('invalid_emails'),
      has_suspected_bounces: lists.has('blocks'),
    },
  };
  const score = scoreOf(checks, records);
  return {
    ...{
      email,
      local,
      host,
      checks,
      score,
      verdict: score === 0 ? 'Invalid' : score < 0.7 ? 'Risky' : 'Valid',
    },
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** The dot-atom of RFC 5321, also internationalized (RFC 6531), at a host name; no quoted text. */
function partsOf(email: string): { local: string; host: string; isValid: boolean } {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(0, at));
  const host = toAsciiHostname(email.slice(at + 1));
  const isLocal =
    Buffer.byteLength(local) <= 64 &&
    /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local);
  const labels = host.split('.');
  const isHost =
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every((each) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(each)) &&
    !/^\d+$/.test(labels.at(-1) ?? '');
  return { local, host, isValid: isLocal && isHost };
}

/** Whether email for a host has somewhere to go (RFC 5321, section 5.1); null where DNS did not respond. */
async function findRecords(host: string, dns: DnsOptions): Promise<boolean | null> {
  const exchangers = await lookupMailExchangers(host, dns);
  if (exchangers === null) return null;
  if (exchangers.length > 0) return exchangers.some(({ name }) => name !== '');
  return (await lookupAddresses(host, dns)).length > 0;
}

/** Zero where email cannot arrive; each doubt takes its part away. */
function scoreOf(
  { domain, local_part, additional }: AddressVerdict['checks'],
  records: boolean | null,
): number {
  if (!domain.has_valid_address_syntax || records === false || additional.has_known_bounces) return 0;
  const doubts: readonly (readonly [boolean, number])[] = [
    [records === null, 0.5],
    [domain.is_suspected_disposable_address, 0.6],
    [local_part.is_suspected_role_address, 0.35],
    [additional.has_suspected_bounces, 0.35],
  ];
  const left = doubts.reduce((score, [is, part]) => (is ? score * (1 - part) : score), 0.95);
  return Math.round(left * 1000) / 1000;
}
