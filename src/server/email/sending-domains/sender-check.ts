/**
 * Whether an account may send in the name of a domain. A proven domain is its account's alone: all accounts share the
 * addresses that its SPF record allows, so email that another account sends in its name would pass as its owner.
 */

import type { SendRequest } from '#api/email/message.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { foldAddress } from '../validation/email-address.ts';
import type { FieldError } from '../validation/field-error.ts';
import { toAsciiHostname } from '../validation/host-name.ts';
import { findKnownOnly, listVerified } from '../verified-senders/store.ts';
import { domainsAbove } from './dns-records.ts';
import { findParent, listProvenDomains } from './store.ts';

/** The domains of a sender by which they may be known: its own and those above it. */
export function domainsOfSender(sender: string): string[] {
  return domainsAbove(toAsciiHostname(sender.slice(sender.lastIndexOf('@') + 1).trim()));
}

/**
 * An error for each sender whose domain another account has proven, and where the account sends from known senders only,
 * for each that is neither of a proven domain nor verified. An account and its subaccounts are one.
 */
export async function senderErrors(
  ctx: ServiceContext,
  { account, region }: EmailCaller,
  { from, personalizations }: SendRequest,
): Promise<FieldError[]> {
  const senders = [
    ['from.email', from.email] as const,
    ...personalizations.flatMap((each, at) =>
      each.from === undefined ? [] : [[`personalizations.${at}.from.email`, each.from.email] as const],
    ),
  ];
  const names = [...new Set(senders.flatMap(([, email]) => domainsOfSender(email)))];
  const proven = await listProvenDomains(ctx.database.read, names);
  const isKnownOnly = await findKnownOnly(ctx.database.read, { account, region });
  if (proven.length === 0 && !isKnownOnly) return [];
  const family = (await findParent(ctx.database.read, account)) ?? account;
  const isOwn = (row: (typeof proven)[number]) => (row.parent ?? row.account) === family;
  const own = new Set(proven.filter(isOwn).map(({ domain }) => domain));
  const others = new Set(proven.map(({ domain }) => domain).filter((domain) => !own.has(domain)));
  const addresses = senders.map(([, email]) => foldAddress(email));
  const verified = isKnownOnly
    ? await listVerified(ctx.database.read, { account, region }, addresses)
    : addresses;
  return senders.flatMap(([field, email]) => {
    // The closest proven domain decides.
    const domain = domainsOfSender(email).find((each) => own.has(each) || others.has(each));
    if (domain === undefined && !verified.includes(foldAddress(email))) {
      const message = `${field}: ${email} is neither of a proven sending domain nor a verified sender`;
      return [{ field, message, help: 'Verify the address, or create a sending domain.' }];
    }
    if (domain === undefined || own.has(domain)) return [];
    const message = `${field}: ${domain} is a sending domain of another account`;
    return [{ field, message, help: 'Create it for this account too, and publish its key.' }];
  });
}
