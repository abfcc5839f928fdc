/** Looks from outside at where mail for a host name goes: its mail exchangers, and whether a port takes mail. */

import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';

const greetingTimeoutMs = 3_000;

/** Who is asked for names, as `address:port`; those of this machine where there are none. */
export type DnsOptions = { servers: readonly string[]; timeout_ms: number };

export const systemDns: DnsOptions = { servers: [], timeout_ms: 2_000 };

/** `name` is '' where the host says that it takes no mail at all (RFC 7505). */
export type MailExchanger = { name: string; priority: number; addresses: string[] };

/** The mail exchangers of a host name, the preferred one first; null when the question was not answered. */
export async function lookupMailExchangers(
  hostname: string,
  system: DnsOptions = systemDns,
): Promise<MailExchanger[] | null> {
  const resolver = resolverOf(system);
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

/** All addresses of a host name, none where there are none or nobody answers. */
export async function lookupAddresses(name: string, system: DnsOptions = systemDns): Promise<string[]> {
  const resolver = resolverOf(system);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** Whether somebody on this machine greets as a mail server does. Never rejects. */
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

function resolverOf({ servers, timeout_ms }: DnsOptions): Resolver {
  const resolver = new Resolver({ timeout: timeout_ms, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** There are no such records: an answer, unlike silence. */
function isNoSuchRecord(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENODATA', 'ENOTFOUND'].includes(String(error.code));
}
