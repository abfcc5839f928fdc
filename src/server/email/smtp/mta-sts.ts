/** MTA-STS (RFC 8461): what a domain says about the mail exchangers to which its email is delivered. */

import { type DnsOptions, lookupTexts } from './probe.ts';
import { RecentMap } from './recent.ts';

/** `mx` are host names; `*.` stands for one label. A policy of the mode `none` is as good as no policy. */
export type StsPolicy = { mode: 'enforce' | 'testing'; mx: string[] };

const maxPatterns = 100;
/** A year, the most that the RFC has (section 3.2). */
const maxAgeSeconds = 31_557_600;

type ParsedPolicy = { policy: StsPolicy | null; maxAgeMs: number };

/** Null for what is no policy of this version. */
export function parseStsPolicy(text: string): ParsedPolicy | null {
  const fields = new Map<string, string>();
  const mx: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const [key, value] = [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()];
    if (key === 'mx') mx.push(value.toLowerCase());
    // Of a key that stands twice the first one counts.
    else if (key !== '' && !fields.has(key)) fields.set(key, value);
  }
  const [mode, age = ''] = [fields.get('mode'), fields.get('max_age')];
  if (fields.get('version') !== 'STSv1' || !/^\d{1,10}$/.test(age) || mx.length > maxPatterns) return null;
  const maxAgeMs = Math.min(Number(age), maxAgeSeconds) * 1000;
  if (mode === 'none') return { policy: null, maxAgeMs };
  return (mode === 'enforce' || mode === 'testing') && mx.length > 0
    ? { policy: { mode, mx }, maxAgeMs }
    : null;
}

export function permitsExchanger({ mx }: StsPolicy, name: string): boolean {
  return mx.some((pattern) =>
    pattern.startsWith('*.') ? name.replace(/^[^.]+/, '*') === pattern : name === pattern,
  );
}

/** The id of the policy that the records at `_mta-sts` announce; null where there is none, or more than one. */
export function stsPolicyId(texts: readonly string[]): string | null {
  const [record, ...others] = texts.filter((text) => /^v=STSv1\s*;/.test(text));
  if (record === undefined || others.length > 0) return null;
  return /;\s*id\s*=\s*([A-Za-z0-9]{1,32})\s*(?:;|$)/.exec(record)?.[1] ?? null;
}

type KnownPolicy = { id: string | null; policy: StsPolicy | null; until: number; checkAt: number };

/** Policies of so many domains are remembered: a sender chooses their names. */
const maxDomains = 2_000;
const checkIntervalMs = 5 * 60_000;

/** The policies of domains, in memory for as long as they say. `readPolicy` gives the text of one; null where it could not be read. */
export class StsPolicies {
  readonly #known = new RecentMap<KnownPolicy>(maxDomains);
  readonly #readPolicy: (domain: string) => Promise<string | null>;

  constructor(readPolicy: (domain: string) => Promise<string | null>) {
    this.#readPolicy = readPolicy;
  }

  /** The policy of the domain. One that was read counts until it is too old, also while DNS or its web server do not respond. */
  async find(domain: string, dns: DnsOptions, now: number): Promise<StsPolicy | null> {
    const known = this.#known.get(domain);
    const live = known !== undefined && now < known.until ? known : null;
    if (known !== undefined && now < known.checkAt) return live?.policy ?? null;
    const texts = await lookupTexts(`_mta-sts.${domain}`, dns);
    const id = texts === null ? null : stsPolicyId(texts);
    const text = id === null || id === live?.id ? null : await this.#readPolicy(domain);
    const parsed = text === null ? null : parseStsPolicy(text);
    const found =
      parsed === null
        ? (live ?? { id: null, policy: null, until: 0 })
        : { id, policy: parsed.policy, until: now + parsed.maxAgeMs };
    this.#known.set(domain, { ...found, checkAt: now + checkIntervalMs });
    return found.policy;
  }
}
