/** SPF (RFC 7208) and DKIM (RFC 6376): whether the envelope sender lets this client send for it, and which domains have signed a message. */

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { type HeaderField, readHeaderSection } from '../mime/header-fields.ts';
import { createDnsResolver, type DnsOptions } from '../smtp/probe.ts';

/** More signatures than this are not verified: each costs a lookup and a hash of the message. */
const maxSignatures = 5;
const maxHeaderBytes = 256 * 1024;
/** Less than the thread has for the whole message, so that what can be parsed is posted without a verdict. */
const timeLimitMs = 15_000;
const chunkBytes = 64 * 1024;

/**
 * The results in the documented form, such as `{@example.com : pass}`, in the order of the signatures; `none` for a message
 * without signatures, or with more or longer headers than are verified. `now` is in epoch milliseconds.
 */
export async function checkDkim(
  bytes: Uint8Array,
  { sender, dns, now }: { sender: string; dns: DnsOptions; now: number },
): Promise<string> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const signatures = fieldsOf(whole).filter(({ name }) => name === 'dkim-signature');
  if (signatures.length === 0 || signatures.length > maxSignatures) return 'none';
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
  const resolver = createDnsResolver(dns);
  const content = Readable.from(pieces(whole), { objectMode: false });
  const timeout = setTimeout(() => content.destroy(new Error('DKIM took too long')), timeLimitMs);
  try {
    const { results } = await dkimVerify(content, {
      ...{ sender, curTime: now, resolver: resolver.resolve.bind(resolver) },
    });
    return format(results.map(({ signingDomain, status }) => [signingDomain, status.result]));
  } catch {
    // No verdict within the limits is a transient error (RFC 8601, section 2.7.1).
    return format(signatures.map(({ value }) => [/\bd=\s*([^;\s]+)/.exec(value)?.[1], 'temperror']));
  } finally {
    clearTimeout(timeout);
    resolver.cancel();
  }
}

function fieldsOf(bytes: Buffer): HeaderField[] {
  try {
    return readHeaderSection(bytes, 0, maxHeaderBytes).fields;
  } catch {
    return [];
  }
}

/** In pieces, between which the time limit applies. */
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer, void> {
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    yield bytes.subarray(from, from + chunkBytes);
    await setImmediate();
  }
}

/** A domain is the sender's text: one that is no host name could look like another result. */
function format(results: readonly (readonly [domain: string | undefined, result: string])[]): string {
  const items = results.map(([domain = '', result]) => {
    const shown = /^[\p{L}\p{N}.-]{1,253}$/u.test(domain) ? domain : 'invalid';
    return `@${shown} : ${result}`;
  });
  return `{${items.join(', ')}}`;
}

/** The results of RFC 7208, section 2.6. */
type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

export type SpfClient = { sender: string; clientIp: string; helo: string | null };

/** For the whole evaluation of SPF, which may take ten lookups. */
const spfTimeLimitMs = 6_000;

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
    ...{ resolver: resolver.resolve.bind(resolver), maxElapsedTime: spfTimeLimitMs },
  });
  return status.result as SpfResult;
}

const localRanges: ReadonlySet<string> = new Set([
  ...['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified'],
]);

function isInternetAddress(text: string): boolean {
  return ipaddr.isValid(text) && !localRanges.has(ipaddr.process(text).range());
}
