/** The DNS records of a sending domain: what they should say, and what is wrong with what DNS says instead. Pure. */

import type { DomainRecordName, DomainRecordProblem } from '#api/email/sending-domains.ts';
import type { MailExchanger } from '../smtp/probe.ts';

/** What a check found; `reason` is the problem in a sentence. */
export type RecordCheck = {
  valid: boolean;
  problem: DomainRecordProblem | null;
  reason: string | null;
  found: string[];
  /** Since when it is not valid, in epoch milliseconds, where it was before. */
  lost_at?: number;
};

export const unchecked: RecordCheck = { valid: false, problem: null, reason: null, found: [] };

export type RecordChecks = { [Name in DomainRecordName]?: RecordCheck };

/** `checks` with when each was lost that was there `before`, and since when one of `names` is; a valid one is lost no longer. */
export function withLosses<Name extends string>(
  before: { readonly [N in Name]?: RecordCheck },
  checks: { readonly [N in Name]?: RecordCheck },
  { names, now }: { names: readonly Name[]; now: number },
): { checks: { [N in Name]?: RecordCheck }; failing_since: number | null } {
  const marked: { [N in Name]?: RecordCheck } = { ...checks };
  const times: number[] = [];
  for (const name of names) {
    const [earlier, check] = [before[name], checks[name]];
    if (check === undefined || check.valid) continue;
    const lost_at = earlier?.valid === true ? now : earlier?.lost_at;
    if (lost_at === undefined) continue;
    marked[name] = { ...check, lost_at };
    times.push(lost_at);
  }
  return { checks: marked, failing_since: times.length === 0 ? null : Math.min(...times) };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** After so long a lost record is not expected soon. */
const soonMs = 7 * dayMs;

/** When records are looked for again: soon, where one is lost; never, where they prove nothing and none is. */
export function nextCheck(
  now: number,
  { isProven, failing_since }: { isProven: boolean; failing_since: number | null },
): number | null {
  if (failing_since !== null) return now + (now - failing_since < soonMs ? hourMs : dayMs);
  return isProven ? now + dayMs : null;
}

/** Of what DNS says no more is kept: anybody may publish anything. */
const maxFound = 5;
const maxFoundLength = 1_000;

const keep = (found: readonly string[]) =>
  found.slice(0, maxFound).map((text) => text.slice(0, maxFoundLength));

export const passed = (found: readonly string[]): RecordCheck => ({
  ...{ valid: true, problem: null, reason: null, found: keep(found) },
});

export const failed = (
  problem: DomainRecordProblem,
  reason: string,
  found: readonly string[] = [],
): RecordCheck => ({ valid: false, problem, reason, found: keep(found) });

export function noResponse(host: string): RecordCheck {
  return failed('unknown', `DNS did not respond for ${host}.`);
}

/** The value of the record of a key (RFC 6376, section 3.6.1). */
export function dkimRecord(publicKey: string): string {
  return `v=DKIM1; k=rsa; p=${publicKey}`;
}

export function judgeDkim(host: string, texts: readonly string[], publicKey: string): RecordCheck {
  const [text, ...others] = texts;
  if (text === undefined) return failed('missing', `No record has the name ${host} yet.`);
  if (others.length > 0) {
    const reason = `${host} has ${texts.length} records, and receivers take any of them. Delete all but this one.`;
    return failed('several', reason, texts);
  }
  const found = tagOf(text, 'p');
  if (found === publicKey) return passed(texts);
  if (found === '') return failed('revoked', `The record at ${host} has no key, which revokes it.`, texts);
  if (found !== null && publicKey.startsWith(found)) {
    const reason = `The key is cut off after ${found.length} of ${publicKey.length} characters. Set it in parts of at most 255 characters, each in quotation marks.`;
    return failed('cut_off', reason, texts);
  }
  return failed('other_key', `The record at ${host} has another key than this domain.`, texts);
}

/** A tag of a tag list (RFC 6376, section 3.2) without white space; null where it is missing. */
function tagOf(text: string, name: string): string | null {
  for (const tag of text.split(';')) {
    const [key = '', ...value] = tag.split('=');
    if (key.trim() === name) return value.join('=').replaceAll(/\s/g, '');
  }
  return null;
}

const spfRecords = (texts: readonly string[]) => texts.filter((text) => /^v=spf1(\s|$)/i.test(text));

const termsOf = (record: string) => record.trim().split(/\s+/).slice(1);

const isAll = (term: string) => /^[-+~?]?all$/i.test(term);
const isOpen = (term: string) => /^\+?all$/i.test(term);

const plain = (term: string) => term.replace(/^\+/, '').toLowerCase();

/** Whether the terms name each of the mechanisms by themselves. */
export function namesMechanisms(texts: readonly string[], mechanisms: readonly string[]): boolean {
  const terms = new Set(spfRecords(texts).flatMap(termsOf).map(plain));
  return mechanisms.every((each) => terms.has(plain(each)));
}

/** The record to set (RFC 7208): what is there already, joined to one, with the mechanisms of this server. */
export function joinSpf(texts: readonly string[], mechanisms: readonly string[], end: string): string {
  const terms = spfRecords(texts).flatMap(termsOf);
  const all = terms.findLast((term) => isAll(term) && !isOpen(term));
  const others = terms.filter((term) => !isAll(term));
  const known = new Set(others.map(plain));
  const own = mechanisms.filter((each) => !known.has(plain(each)));
  return [...new Set(['v=spf1', ...own, ...others, all ?? end])].join(' ');
}

/** `isAllowed` says whether the record lets this server send, by its terms or by its evaluation. */
export function judgeSpf(
  host: string,
  texts: readonly string[],
  { mechanisms, isAllowed }: { mechanisms: readonly string[]; isAllowed: boolean },
): RecordCheck {
  const records = spfRecords(texts);
  const [record] = records;
  if (record === undefined) return failed('missing', `${host} has no SPF record yet.`);
  if (records.length > 1) {
    const reason = `${host} has ${records.length} SPF records, and receivers then ignore all of them. Delete them and set this one: it joins them.`;
    return failed('several', reason, records);
  }
  if (termsOf(record).some(isOpen)) {
    const reason = `The record lets everybody send for ${host}. Let it end with ~all or -all.`;
    return failed('everybody', reason, records);
  }
  if (isAllowed) return passed(records);
  const reason = `The record does not let this server send. Add ${mechanisms.join(' ')} before its end.`;
  return failed('not_this_server', reason, records);
}

/** `isHere` says whether an exchanger is this server. The preferred one gets the bounces. */
export function judgeMailServer(
  host: string,
  exchangers: readonly MailExchanger[],
  isHere: (exchanger: MailExchanger) => boolean,
): RecordCheck {
  const found = exchangers.map(({ name, priority }) => `${priority} ${name || '.'}`);
  const [first] = exchangers;
  if (first === undefined) return failed('missing', `${host} has no MX record yet.`);
  if (first.name === '') return failed('no_mail', `The MX record says that ${host} takes no email.`, found);
  if (isHere(first)) return passed(found);
  const reason = `Bounces go to ${first.name.slice(0, 253)}, which is not this server.`;
  return failed('not_this_server', reason, found);
}

/** The texts at `_dmarc` of the domain and of those above it, which apply where it has none (RFC 7489, section 6.6.3). */
export function judgeDmarc(domain: string, levels: readonly (readonly string[])[]): RecordCheck {
  const records = levels
    .map((texts) => texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text)))
    .find((level) => level.length > 0);
  if (records === undefined) {
    const reason = `There is no policy for email that others send in the name of ${domain}.`;
    return failed('missing', reason);
  }
  if (records.length > 1) {
    const reason = `There are ${records.length} DMARC records, and receivers then ignore all of them. Delete all but one.`;
    return failed('several', reason, records);
  }
  const policy = tagOf(records[0] ?? '', 'p')?.toLowerCase() ?? '';
  if (['none', 'quarantine', 'reject'].includes(policy)) return passed(records);
  const reason = 'The record has no policy that receivers know: p=none, p=quarantine or p=reject.';
  return failed('no_policy', reason, records);
}

/** The domain and those above it with two labels at least, the longest first. */
export function domainsAbove(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, at) => labels.slice(at).join('.'));
}
