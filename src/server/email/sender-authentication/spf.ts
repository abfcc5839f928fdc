/** SPF (RFC 7208): whether the domain of the envelope sender lets this client send for it. */

import ipaddr from 'ipaddr.js';
import { createDnsResolver, type DnsOptions } from '../smtp/probe.ts';

/** The results of RFC 7208, section 2.6. */
export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

export type SpfClient = { sender: string; clientIp: string; helo: string | null };

/** For the whole evaluation, which may take ten lookups. */
const timeLimitMs = 6_000;

/**
 * Evaluates the policy of the sender's domain; of the HELO name for a bounce. `none` without DNS for a client of this machine
 * or network: its address is not one of the internet, which a policy could name.
 */
export async function checkSpf({ sender, clientIp, helo }: SpfClient, dns: DnsOptions): Promise<SpfResult> {
  if (!isInternetAddress(clientIp) || (sender === '' && helo === null)) return 'none';
  // Loaded where it is needed, as most parser threads live for one message only.
  const { spf } = await import('mailauth/lib/spf/index.js');
  const resolver = createDnsResolver(dns);
  const { status } = await spf({
    ...{ sender, ip: clientIp, ...(helo !== null && { helo }) },
    ...{ resolver: resolver.resolve.bind(resolver), maxElapsedTime: timeLimitMs },
  });
  return status.result as SpfResult;
}

const localRanges: ReadonlySet<string> = new Set([
  ...['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified'],
]);

function isInternetAddress(text: string): boolean {
  return ipaddr.isValid(text) && !localRanges.has(ipaddr.process(text).range());
}
