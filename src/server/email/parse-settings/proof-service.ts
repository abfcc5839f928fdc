/**
 * Who may receive the email of a host name: who proves it by a TXT record, unless the operator allows it, or only this
 * machine can deliver at all. Decision 023.
 */

import { hash } from 'node:crypto';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type DnsOptions, lookupTexts } from '../smtp/probe.ts';
import { type ParseSettingRow, setProven } from './store.ts';

/** The TXT record by which an account proves a host name. */
export type ProofRecord = { name: string; value: string };

/** The record for the account; the same each time, so that it can be published before the setting is created. */
export function proofRecordOf(account: string, hostname: string): ProofRecord {
  const digest = hash('sha256', `inbound email of ${account}`).slice(0, 32);
  return { name: nameOf(hostname), value: `patchbay-account=${digest}` };
}

const nameOf = (hostname: string) => `_patchbay.${hostname}`;

/** Why email to a host name is accepted without a proof; null when it has to be proven. */
export type Exemption = 'loopback' | 'allowed';

/** `hostname` is in lower case. */
export function exemptionOf({ config }: ServiceContext, hostname: string): Exemption | null {
  if (isLoopback(config.smtp.host)) return 'loopback';
  return config.inboundHosts.some((each) => matches(each, hostname)) ? 'allowed' : null;
}

function isLoopback(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|localhost)$/i.test(host);
}

function matches(pattern: string, hostname: string): boolean {
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
}

/** Whether email to the host name is accepted, by what is known of it. */
export function isServed(
  ctx: ServiceContext,
  { hostname, proven_at }: Pick<ParseSettingRow, 'hostname' | 'proven_at'>,
): boolean {
  return proven_at !== null || exemptionOf(ctx, hostname) !== null;
}

/** The values of the TXT records that prove a host name; null when DNS did not respond. */
export function lookupProofs(hostname: string, dns: DnsOptions): Promise<string[] | null> {
  return lookupTexts(nameOf(hostname), dns);
}

/** `unknown`: DNS did not respond. */
export type ProofState = 'proven' | 'missing' | 'unknown';

/** Looks for the record of a setting without a proof, and remembers when it was found. */
export async function proveHostname(
  ctx: ServiceContext,
  setting: ParseSettingRow,
  dns: DnsOptions,
): Promise<ProofState> {
  if (setting.proven_at !== null) return 'proven';
  const values = await lookupProofs(setting.hostname, dns);
  if (values === null) return 'unknown';
  if (!values.includes(proofRecordOf(setting.account, setting.hostname).value)) return 'missing';
  await ctx.database.write((tx) => setProven(tx, setting, ctx.clock.now()));
  return 'proven';
}
