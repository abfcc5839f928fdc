/**
 * The size of each message of a send request, known from lengths and counts before anything is rendered: a message that would
 * be too large is refused, and never rendered.
 */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type EmailAddress,
  maxEmailBytes,
  type Personalization,
  type SendRequest,
} from '#api/email/message.ts';
import { givingWay } from '../../platform/event-loop-turn.ts';
import { textOfReplies } from '../messages/message.ts';
import { composedFileBytes, composedTextBytes } from '../mime/compose.ts';
import type { FieldError } from '../validation/field-error.ts';
import {
  type CountedText,
  countMatches,
  filledBytes,
  growthOf,
  type KeyMatchers,
  keysOf,
} from './substitutions.ts';
import { maxTrackingGrowth } from './tracking-growth.ts';

/** Bytes of a subject, which is stored for each recipient. A line of a message has 998 characters (RFC 5322, 2.1.1). */
const maxSubjectBytes = 4_000;
/** Bytes of the custom headers of a message, substitutions done. */
const maxHeaderBytes = 64 * 1024;
/**
 * Bytes that substitutions may add to the contents of a message. A small request must not make a large message: rendering and
 * showing one takes several times its size in memory.
 */
const maxSubstitutionGrowth = 2 * 1024 * 1024;
/** Characters of all keys of one personalization. */
const maxKeyLength = 32 * 1024;
/** Characters that are searched for keys in one request: again for each personalization with other keys. */
const maxSearchedLength = 4 * 1024 * 1024;
/** A character of a key costs as much as so many of a text. */
const keyCost = 256;
/** Bytes of each character of an address in a header: UTF-8 in encoded words. */
const addressGrowth = 12;
/** Headers of each message, without its addresses. */
const fixedHeaderBytes = 8 * 1024;

/** The first fault: a message that would be larger than a message may be, or keys that take too long to find. */
export async function sizeErrors(request: SendRequest, matchers: KeyMatchers): Promise<FieldError[]> {
  const counter = new MatchCounter(request, matchers);
  const all = { counter, ...sizesOfAll(request) };
  for await (const [index, personalization] of givingWay(request.personalizations.entries())) {
    const error = await sizeError(personalization, index, all);
    if (error !== null) return [error];
  }
  return [];
}

/** What all messages of a request have in common, in bytes. */
type SharedSizes = {
  counter: MatchCounter;
  /** Custom headers. */
  headers: number;
  /** Whatever follows from the request alone, composed. */
  composed: number;
};

async function sizeError(
  personalization: Personalization,
  index: number,
  all: SharedSizes,
): Promise<FieldError | null> {
  const { substitutions = {}, subject, headers = {} } = personalization;
  const path = `personalizations.${index}`;
  const keys = keysOf(substitutions);
  const field = keys.length > 0 ? `${path}.substitutions` : 'content';
  const growth = growthOf(keys, substitutions);
  const counted = await all.counter.count(keys, [subject ?? '', ...Object.values(headers)]);
  if (counted === null) {
    const message = `${field} would have to be searched for in too much text`;
    return {
      field,
      message,
      help: 'Use shorter or the same keys in all personalizations, or several requests.',
    };
  }
  const [ownSubject, ...ownHeaders] = counted.own;
  const subjectBytes = sizeOf(subject === undefined ? [counted.subject] : [ownSubject], growth);
  if (subjectBytes > maxSubjectBytes) {
    const named = subject === undefined && keys.length === 0 ? 'subject' : `${path}.subject`;
    const message = `${named} is longer than ${maxSubjectBytes} bytes`;
    return { field: named, message, help: 'Send a shorter subject.' };
  }
  const headerBytes =
    all.headers +
    Buffer.byteLength(Object.keys(headers).join('')) +
    sizeOf(ownHeaders, growth) +
    // Addresses as they are given have their own limit.
    Math.max(0, sizeOf([counted.replyTo], growth) - counted.replyTo.bytes);
  if (headerBytes > maxHeaderBytes) {
    const named = personalization.headers === undefined ? 'headers' : `${path}.headers`;
    const message = `${named} are longer than ${maxHeaderBytes / 1024} kB`;
    return { field: named, message, help: 'Send fewer or shorter headers.' };
  }
  const unfilledBytes = counted.content.reduce((sum, { bytes }) => sum + bytes, 0);
  if (sizeOf(counted.content, growth) > unfilledBytes + maxSubstitutionGrowth) {
    const message = `${field} would add more than ${maxSubstitutionGrowth / 1024 / 1024} MB to the content`;
    return { field, message, help: 'Use shorter values, or their keys less often.' };
  }
  const { from, to, cc = [] } = personalization;
  const composed =
    counted.content.reduce((sum, text) => sum + composedTextBytes(sizeOf([text], growth)), all.composed) +
    composedTextBytes(subjectBytes + headerBytes) +
    addressBytes([from, ...to, ...cc]);
  if (composed <= maxEmailBytes) return null;
  const message = `the message of ${path} would be larger than ${maxEmailBytes / 1024 / 1024} MB`;
  return { field, message, help: 'Shorten the content, its substitutions or the attachments.' };
}

const sizeOf = (texts: readonly (CountedText | undefined)[], growth: readonly number[]): number =>
  texts.reduce((sum, text) => sum + (text === undefined ? 0 : filledBytes(text, growth)), 0);

function sizesOfAll(request: SendRequest): Omit<SharedSizes, 'counter'> {
  const { from, reply_to, reply_to_list = [], attachments = [], headers = {}, content = [] } = request;
  const { footer } = request.mail_settings ?? {};
  const { subscription_tracking: subscription } = request.tracking_settings ?? {};
  const added = [footer?.text, footer?.html, subscription?.text, subscription?.html];
  return {
    headers: Buffer.byteLength(Object.entries(headers).flat().join('')),
    composed:
      composedTextBytes(fixedHeaderBytes) +
      addressBytes([from, reply_to, ...reply_to_list]) +
      (content.length > 0 && isTracked(request) ? composedTextBytes(maxTrackingGrowth) : 0) +
      added.reduce((sum, text = '') => sum + composedTextBytes(Buffer.byteLength(text)), 0) +
      attachments.reduce(
        (sum, { content: base64, filename, type = '' }) =>
          sum + composedFileBytes(Buffer.byteLength(base64, 'base64'), { filename, type }),
        0,
      ),
  };
}

/** Whether links may be added to the content. */
function isTracked({ tracking_settings: tracking = {}, asm }: SendRequest): boolean {
  const { click_tracking: clicks, open_tracking: opens } = tracking;
  const { subscription_tracking: subscription, ganalytics } = tracking;
  const isOff = [clicks?.enable, opens?.enable].every((each) => each === false);
  return !isOff || asm !== undefined || [subscription?.enable, ganalytics?.enable].includes(true);
}

function addressBytes(addresses: readonly (EmailAddress | undefined)[]): number {
  return addresses.reduce(
    (sum, each) =>
      sum + (each === undefined ? 0 : addressGrowth * (each.email.length + (each.name ?? '').length + 4)),
    0,
  );
}

type Counted = { subject: CountedText; replyTo: CountedText; content: CountedText[]; own: CountedText[] };

/** Counts the matches of keys; those in the texts of all personalizations once for the same keys. */
class MatchCounter {
  readonly #shared: readonly string[];
  readonly #known = new Map<string, CountedText[]>();
  readonly #matchers: KeyMatchers;
  #searched = 0;

  constructor(request: SendRequest, matchers: KeyMatchers) {
    const { subject = '', content = [] } = request;
    this.#matchers = matchers;
    this.#shared = [subject, textOfReplies(request), ...content.map(({ value }) => value)];
  }

  /** Null where it would take too long. */
  async count(keys: readonly string[], own: readonly string[]): Promise<Counted | null> {
    const name = keys.join('\0');
    let shared = this.#known.get(name) ?? null;
    if (shared === null) {
      if (name.length > maxKeyLength || !this.#take(keyCost * name.length)) return null;
      shared = await this.#countAll(keys, this.#shared);
      if (shared === null) return null;
      this.#known.set(name, shared);
    }
    const counted = await this.#countAll(keys, own);
    const [subject, replyTo, ...content] = shared;
    if (counted === null || subject === undefined || replyTo === undefined) return null;
    return { subject, replyTo, content, own: counted };
  }

  async #countAll(keys: readonly string[], texts: readonly string[]): Promise<CountedText[] | null> {
    const counted: CountedText[] = [];
    for (const text of texts) {
      if (keys.length === 0) {
        counted.push({ bytes: Buffer.byteLength(text), matches: new Uint32Array(0) });
        continue;
      }
      if (!this.#take(text.length)) return null;
      const counting = countMatches(this.#matchers.get(keys), keys, text);
      let step = counting.next();
      while (step.done !== true) {
        await yieldToEventLoop();
        step = counting.next();
      }
      counted.push(step.value);
    }
    return counted;
  }

  #take(characters: number): boolean {
    this.#searched += characters;
    return this.#searched <= maxSearchedLength;
  }
}
