/** SPF (RFC 7208) and DKIM (RFC 6376): whether the envelope sender lets this client send for it, and which domains have signed a message; and DMARC of both. */

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { type HeaderField, readHeaderSection } from '../mime/header-fields.ts';
import { headerAllowance } from '../mime/limits.ts';
import type { SenderVerdicts } from '../mime/parse.ts';
import { createDnsResolver, type DnsOptions } from '../smtp/probe.ts';
import { checkDmarc, noDmarc, shownDomain } from './dmarc.ts';

/** More signatures than this are not verified: each costs a lookup and a hash of the message. */
const maxSignatures = 5;
const maxHeaderBytes = 256 * 1024;
const maxHeaderLines = 3_000;
/** Less than the thread has for the whole message, so that what can be parsed is posted without a verdict. */
const timeLimitMs = 15_000;
const chunkBytes = 64 * 1024;

/** `now` is in epoch milliseconds. */
type Authentication = { envelope: SpfClient; dns: DnsOptions; now: number };

/** A check that fails altogether says nothing about the sender (RFC 8601, section 2.7): none would say that it did not sign. */
export async function authenticateSender(
  bytes: Uint8Array,
  { envelope, dns, now }: Authentication,
): Promise<SenderVerdicts> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields = fieldsOf(whole);
  const [spf, dkim] = await Promise.all([
    checkSpf(envelope, dns).catch((): SpfResult => 'temperror'),
    checkDkim(whole, fields, { sender: envelope.sender, dns, now }).catch(() => failedDkim),
  ]);
  const proven = { spf: spf === 'pass' ? spfDomain(envelope) : null, dkim: dkim.passed };
  const isLocal = !isInternetAddress(envelope.clientIp);
  const dmarc = await checkDmarc(fields, { proven, isLocal, dns }).catch(() => failedDmarc);
  // With one of the two unknown, the other has not failed.
  const isUnknown = dmarc.result === 'fail' && `${spf} ${dkim.verdict}`.includes('temperror');
  return { spf, dkim: dkim.verdict, dmarc: isUnknown ? { ...dmarc, result: 'temperror' } : dmarc };
}

/** `passed`: the domains of the signatures that verify. */
type DkimResult = { verdict: string; passed: readonly string[] };

const failedDkim: DkimResult = { verdict: 'temperror', passed: [] };
const failedDmarc: SenderVerdicts['dmarc'] = { ...noDmarc, result: 'temperror' };

/**
 * The results in the documented form, such as `{@example.com : pass}`, in the order of the signatures; `none` for a message
 * without signatures, or with more or longer headers than are verified.
 */
async function checkDkim(
  whole: Buffer,
  fields: readonly HeaderField[],
  { sender, dns, now }: { sender: string; dns: DnsOptions; now: number },
): Promise<DkimResult> {
  const signatures = fields.filter(({ name }) => name === 'dkim-signature');
  if (signatures.length === 0 || !isVerifiable(whole)) return { verdict: 'none', passed: [] };
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
  const resolver = createDnsResolver(dns);
  const content = Readable.from(pieces(whole), { objectMode: false });
  const timeout = setTimeout(() => content.destroy(new Error('DKIM took too long')), timeLimitMs);
  try {
    const { results } = await dkimVerify(content, {
      ...{ sender, curTime: now, resolver: resolver.resolve.bind(resolver) },
    });
    const passed = results.flatMap(({ signingDomain, status }) =>
      status.result === 'pass' && signingDomain !== undefined ? [signingDomain] : [],
    );
    return {
      verdict: format(results.map(({ signingDomain, status }) => [signingDomain, status.result])),
      passed,
    };
  } catch {
    // No verdict within the limits is a transient error (RFC 8601, section 2.7.1).
    const verdict = format(signatures.map(({ value }) => [/\bd=\s*([^;\s]+)/.exec(value)?.[1], 'temperror']));
    return { verdict, passed: [] };
  } finally {
    clearTimeout(timeout);
    resolver.cancel();
  }
}

function fieldsOf(bytes: Buffer): HeaderField[] {
  try {
    return readHeaderSection(bytes, 0, headerAllowance(maxHeaderBytes)).fields;
  } catch {
    return [];
  }
}

/**
 * Whether there are no more headers and signatures than are verified, in what DKIM takes for the headers: all up to the first
 * empty line, whether it is a field or not. Each name that a signature covers is looked for in every line.
 */
function isVerifiable(whole: Buffer): boolean {
  const start = whole.toString('latin1', 0, maxHeaderBytes);
  const end = start.search(/(?:^|\n)\r?\n/);
  if (end === -1 && whole.length > maxHeaderBytes) return false;
  const head = end === -1 ? start : start.slice(0, end);
  const count = (pattern: RegExp) => head.match(pattern)?.length ?? 0;
  return (
    count(/\n/g) < maxHeaderLines &&
    count(/:/g) < 4 * maxHeaderLines &&
    count(/^dkim-signature\s*:/gim) <= maxSignatures
  );
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
  const items = results.map(([domain, result]) => `@${shownDomain(domain)} : ${result}`);
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

/** The domain that SPF is about. */
const spfDomain = ({ sender, helo }: SpfClient) => sender.slice(sender.lastIndexOf('@') + 1) || helo;

const localRanges: ReadonlySet<string> = new Set([
  ...['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified'],
]);

function isInternetAddress(text: string): boolean {
  return ipaddr.isValid(text) && !localRanges.has(ipaddr.process(text).range());
}
