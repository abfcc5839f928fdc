/** DMARC (RFC 9989): whether the domain in the From field is one that SPF or DKIM has proven, and what its policy asks for otherwise. */

import type { InboundDmarc } from '#api/email/inbound.ts';
import { type HeaderField, readAddresses } from '../mime/header-fields.ts';
import { createDnsResolver, type DnsOptions } from '../smtp/probe.ts';

/** Domains that have passed: of SPF at most one; of DKIM as many as signed. */
export type ProvenDomains = { spf: string | null; dkim: readonly string[] };

/** For the policy and all alignments. SPF and DKIM come first, in the same limit of the thread. */
const timeLimitMs = 3_000;

export const noDmarc: InboundDmarc = { result: 'none', domain: null, policy: null, aligned: [] };

/**
 * `isLocal`: the client has no address of the internet, so that SPF could not have passed. Then a message that DKIM does not
 * prove has no result, and needs no DNS.
 */
export async function checkDmarc(
  fields: readonly HeaderField[],
  { proven, isLocal, dns }: { proven: ProvenDomains; isLocal: boolean; dns: DnsOptions },
): Promise<InboundDmarc> {
  if (isLocal && proven.dkim.length === 0) return noDmarc;
  const from = fields.filter(({ name }) => name === 'from');
  const { evaluateDmarc } = await import('mailauth/lib/dmarc/index.js');
  const resolver = createDnsResolver(dns);
  const limit = AbortSignal.timeout(timeLimitMs);
  limit.addEventListener('abort', () => resolver.cancel());
  const { response } = await evaluateDmarc({
    ...{ headerFrom: from.flatMap(({ value }) => addressesOf(value)), fromFields: from.length },
    ...{ spfDomains: proven.spf === null ? [] : [proven.spf] },
    ...{ dkimDomains: proven.dkim.map((domain) => ({ domain })) },
    resolver: async (name: string, type: string) => {
      limit.throwIfAborted();
      return (await resolver.resolve(name, type)) as string[] | string[][];
    },
  });
  if (response === false) return { ...noDmarc, result: 'permerror' };
  const { status, policy = null, alignment } = response;
  const aligned = (['spf', 'dkim'] as const).filter((method) => alignment?.[method]?.result);
  const result = status.result as InboundDmarc['result'];
  if (isLocal && result === 'fail') return noDmarc;
  return {
    result,
    domain: shownDomain(status.header?.from),
    policy: policy as InboundDmarc['policy'],
    aligned,
  };
}

function addressesOf(value: string): string[] {
  return readAddresses(value).flatMap((each) => (each.group ?? [each]).map(({ address = '' }) => address));
}

/** A domain is the sender's text, of any length and with any character in it. */
export function shownDomain(domain: string | undefined): string {
  return domain !== undefined && /^[\p{L}\p{N}.-]{1,253}$/u.test(domain) ? domain : 'invalid';
}
