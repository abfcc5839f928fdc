/** Writes what a carrier is asked to do as markup. Everything that people wrote is escaped. */

import type { Speech, Verb } from '#engine/verb.ts';

/** Where the carrier reports to: how a gather or a dial ended, and which way to go when the verbs are through. */
export type Callbacks = { gather: string; dial: string; after: string };

export type OutgoingMessage = { body: string; media: readonly string[]; to?: string; from?: string };

type Attributes = Record<string, string | number | boolean | null>;

/** A whole answer around `content`, which is markup already. */
export function response(...content: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, ...content)}`;
}

/** A message to the contact; `to` and `from` only where they differ from what the carrier knows. */
export function message({ body, media, to, from }: OutgoingMessage): string {
  const attributes = { to: to ?? null, from: from ?? null };
  if (media.length === 0) return element('Message', attributes, escaped(body));
  const parts = media.map((url) => element('Media', {}, escaped(url)));
  return element('Message', attributes, element('Body', {}, escaped(body)), ...parts);
}

export function hangup(): string {
  return element('Hangup', {});
}

/** The call is not taken; the caller hears that the line is busy. */
export function reject(): string {
  return element('Reject', { reason: 'busy' });
}

export function pause(seconds: number): string {
  return element('Pause', { length: seconds });
}

export function redirect(url: string): string {
  return element('Redirect', { method: 'POST' }, escaped(url));
}

/** The verbs of one wait, and where to go after them: the next request asks for what follows. */
export function verbs(list: readonly Verb[], callbacks: Callbacks): string {
  const written = list.map((verb) => writeVerb(verb, callbacks));
  const isLast = list.at(-1)?.verb === 'hangup';
  return (isLast ? written : [...written, redirect(callbacks.after)]).join('');
}

function writeVerb(verb: Verb, callbacks: Callbacks): string {
  switch (verb.verb) {
    case 'say':
      return say(verb.say);
    case 'play':
      return play(verb.url, verb.loop);
    case 'digits':
      return element('Play', { digits: verb.digits });
    case 'gather':
      return gather(verb, callbacks.gather);
    case 'dial':
      return dial(verb, callbacks.dial);
    case 'hangup':
      return hangup();
  }
}

function say({ text, voice, language, loop }: Speech): string {
  return element(
    'Say',
    { voice: filled(voice), language: filled(language), loop: repeated(loop) },
    escaped(text),
  );
}

function play(url: string, loop: number): string {
  return element('Play', { loop: repeated(loop) }, escaped(url));
}

function gather(verb: Extract<Verb, { verb: 'gather' }>, action: string): string {
  const prompt = verb.prompt.map((part) => (part.verb === 'say' ? say(part.say) : play(part.url, part.loop)));
  const attributes: Attributes = {
    input: 'dtmf speech',
    action,
    method: 'POST',
    timeout: verb.timeout_s,
    finishOnKey: verb.finish_on_key,
    numDigits: verb.digits,
    speechTimeout: filled(verb.speech_timeout),
    language: filled(verb.language),
    hints: filled(verb.hints),
    speechModel: filled(verb.speech_model),
    profanityFilter: verb.profanity_filter,
  };
  return element('Gather', attributes, ...prompt);
}

function dial(verb: Extract<Verb, { verb: 'dial' }>, action: string): string {
  const attributes: Attributes = {
    action,
    method: 'POST',
    callerId: filled(verb.caller_id),
    timeout: verb.timeout_s,
    timeLimit: verb.time_limit_s,
    record: verb.record ? 'record-from-answer' : null,
  };
  const noun = { client: 'Client', conference: 'Conference', number: 'Number', sim: 'Sim', sip: 'Sip' }[
    verb.noun
  ];
  const login: Attributes =
    verb.noun === 'sip' ? { username: filled(verb.username), password: filled(verb.password) } : {};
  return element('Dial', attributes, ...verb.targets.map((target) => element(noun, login, escaped(target))));
}

function filled(text: string): string | null {
  return text === '' ? null : text;
}

function repeated(loop: number): number | null {
  return loop === 1 ? null : loop;
}

/** `content` must be escaped or markup already; attributes that are null are left out. */
function element(name: string, attributes: Attributes, ...content: string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  const inner = content.join('');
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escaped(text: string): string {
  return stripIllegal(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** XML 1.0 has no way to write most control characters and lone surrogates: they are dropped. */
function stripIllegal(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
