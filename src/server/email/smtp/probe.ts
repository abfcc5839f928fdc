/** Probes where email for a host name is delivered: MX records, and whether a port sends an SMTP greeting. */

import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';

const greetingTimeoutMs = 3_000;

/** DNS servers as `address:port`; those of the system where the list is empty. */
export type DnsOptions = { servers: readonly string[]; timeout_ms: number };

export const systemDns: DnsOptions = { servers: [], timeout_ms: 2_000 };

/** `name` is '' for a null MX: the host accepts no mail (RFC 7505). */
export type MailExchanger = { name: string; priority: number; addresses: string[] };

/** The mail exchangers of a host name, the preferred one first; null when DNS did not respond. */
export async function lookupMailExchangers(
  hostname: string,
  system: DnsOptions = systemDns,
): Promise<MailExchanger[] | null> {
  const resolver = createDnsResolver(system);
  try {
    const records = await resolver.resolveMx(hostname);
    const sorted = records.toSorted((a, b) => a.priority - b.priority).slice(0, 10);
    return await Promise.all(
      sorted.map(async ({ exchange, priority }) => ({
        name: exchange.toLowerCase().replace(/\.$/, ''),
        priority,
        addresses: exchange === '' ? [] : await lookupAddresses(exchange, system),
      })),
    );
  } catch (error) {
    return isNoSuchRecord(error) ? [] : null;
  }
}

/** The TXT records of a name, each as one text; null when DNS did not respond. */
export async function lookupTexts(name: string, system: DnsOptions = systemDns): Promise<string[] | null> {
  try {
    const records = await createDnsResolver(system).resolveTxt(name);
    return records.map((parts) => parts.join(''));
  } catch (error) {
    return isNoSuchRecord(error) ? [] : null;
  }
}

/** What a name is an alias of (CNAME); null when DNS did not respond. */
export async function lookupAliases(name: string, system: DnsOptions = systemDns): Promise<string[] | null> {
  try {
    const names = await createDnsResolver(system).resolveCname(name);
    return names.map((each) => each.toLowerCase().replace(/\.$/, ''));
  } catch (error) {
    return isNoSuchRecord(error) ? [] : null;
  }
}

/** All addresses of a host name; empty when there are none or DNS did not respond. */
export async function lookupAddresses(name: string, system: DnsOptions = systemDns): Promise<string[]> {
  return (await findAddresses(name, system)) ?? [];
}

/** The same; null when DNS did not respond. */
export async function findAddresses(name: string, system: DnsOptions): Promise<string[] | null> {
  const resolver = createDnsResolver(system);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const isUnknown = answers.some((answer) => answer.status === 'rejected' && !isNoSuchRecord(answer.reason));
  return found.length === 0 && isUnknown ? null : found;
}

/** Whether the port sends an SMTP greeting (220). Never rejects. */
export function sendsSmtpGreeting(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(greetingTimeoutMs, () => end(false));
    socket.once('error', () => end(false));
    socket.once('data', (chunk) => end(chunk.toString('latin1').startsWith('220')));
    socket.once('close', () => end(false));
  });
}

/** A resolver that asks the given servers twice, with the given time each. */
export function createDnsResolver({ servers, timeout_ms }: DnsOptions): Resolver {
  const resolver = new Resolver({ timeout: timeout_ms, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** A negative response of DNS (NXDOMAIN, NODATA), unlike a timeout. */
function isNoSuchRecord(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENODATA', 'ENOTFOUND'].includes(String(error.code));
}
