/** Writes the markup (TwiML) of responses to carriers. Text from people is escaped. */

import type { MarkupVerb, Speech } from '#engine/commands/markup-verb.ts';
import type { Callbacks, CallDocument, OutgoingMessage, ReplyDocument } from '../dialect.ts';
import {
  type Attributes,
  element,
  enqueue,
  escaped,
  filled,
  pay,
  record,
  stream,
  virtualAgent,
} from './write-elements.ts';

/** How the elements are written that carriers of one family write differently. */
export type Spelling = {
  /** Seconds after which a call asks again; null where the carrier waits before each redirect by itself. */
  pollSeconds: number | null;
  /** Whether a gather takes speech, too. */
  hears: boolean;
  /** Whether a virtual agent takes settings and parameters, and reports its status by the method that is named, not always by POST. */
  agentSettings: boolean;
};

export const defaultSpelling: Spelling = { pollSeconds: 2, hears: true, agentSettings: true };

/** The document for a call. */
export function writeCall(document: CallDocument, spelling: Spelling = defaultSpelling): string {
  switch (document.do) {
    case 'verbs':
      return response(elements(document.verbs, document.callbacks, spelling));
    case 'redirect':
      return response(redirect(document.url, document.method));
    case 'poll': {
      const { pollSeconds } = spelling;
      return response(...(pollSeconds === null ? [] : [pause(pollSeconds)]), redirect(document.url));
    }
    case 'hang-up':
      return response(hangup());
    case 'reject':
      return response(reject());
  }
}

/** The document that answers a message, with the replies in their order. */
export function writeReplies(replies: readonly ReplyDocument[]): string {
  return response(
    ...replies.map((reply) =>
      'redirect' in reply ? redirect(reply.redirect, reply.method) : message(reply),
    ),
  );
}

/** The whole document around `content`, which is markup already. */
export function response(...content: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, ...content)}`;
}

/** A message to the contact; `to` and `from` only where they differ from what the carrier knows. */
export function message({ body, media, to, from, status }: OutgoingMessage): string {
  const attributes = { to: to ?? null, from: from ?? null, statusCallback: status ?? null };
  if (media.length === 0) return element('Message', attributes, escaped(body));
  const parts = media.map((url) => element('Media', {}, escaped(url)));
  return element('Message', attributes, element('Body', {}, escaped(body)), ...parts);
}

export function hangup(): string {
  return element('Hangup', {});
}

/** The call is rejected; the caller hears a busy tone. */
export function reject(): string {
  return element('Reject', { reason: 'busy' });
}

export function pause(seconds: number): string {
  return element('Pause', { length: seconds });
}

/** The carrier continues with the markup at `url`. */
export function redirect(url: string, method: 'GET' | 'POST' = 'POST'): string {
  return element('Redirect', { method }, escaped(url));
}

/** The elements of one wait's verbs, and a redirect to the callback that gets the instructions that follow. */
export function elements(
  list: readonly MarkupVerb[],
  callbacks: Callbacks,
  spelling: Spelling = defaultSpelling,
): string {
  const written = list.map((verb) => writeElement(verb, callbacks, spelling));
  const isLast = list.at(-1)?.verb === 'hangup';
  return (isLast ? written : [...written, redirect(callbacks.after)]).join('');
}

function writeElement(verb: MarkupVerb, callbacks: Callbacks, spelling: Spelling): string {
  switch (verb.verb) {
    case 'say':
      return say(verb.say);
    case 'play':
      return play(verb.url, verb.loop);
    case 'digits':
      return element('Play', { digits: verb.digits });
    case 'gather':
      return gather(verb, callbacks.action, spelling);
    case 'dial':
      return dial(verb, callbacks.action);
    case 'enqueue':
      return enqueue(verb, callbacks.action);
    case 'record':
      return record(verb, callbacks.action);
    case 'pay':
      return pay(verb.pay, callbacks.action);
    case 'stream':
      return stream(verb);
    case 'virtual-agent':
      return virtualAgent(
        spelling.agentSettings
          ? verb
          : { ...verb, status_callback_method: '', configurations: [], parameters: [] },
        callbacks.action,
      );
    case 'hangup':
      return hangup();
  }
}

function say({ text, voice, language, loop }: Speech): string {
  return element(
    'Say',
    { voice: filled(voice), language: filled(language), loop: loopAttribute(loop) },
    escaped(text),
  );
}

function play(url: string, loop: number): string {
  return element('Play', { loop: loopAttribute(loop) }, escaped(url));
}

function gather(verb: Extract<MarkupVerb, { verb: 'gather' }>, action: string, { hears }: Spelling): string {
  const prompt = verb.prompt.map((part) => (part.verb === 'say' ? say(part.say) : play(part.url, part.loop)));
  const keys: Attributes = {
    input: hears ? 'dtmf speech' : 'dtmf',
    action,
    method: 'POST',
    timeout: verb.timeout_s,
    finishOnKey: verb.finish_on_key,
    numDigits: verb.digits,
  };
  const speech: Attributes = {
    speechTimeout: filled(verb.speech_timeout),
    language: filled(verb.language),
    hints: filled(verb.hints),
    speechModel: filled(verb.speech_model),
    profanityFilter: verb.profanity_filter,
  };
  return element('Gather', hears ? { ...keys, ...speech } : keys, ...prompt);
}

function dial(verb: Extract<MarkupVerb, { verb: 'dial' }>, action: string): string {
  const attributes: Attributes = {
    action,
    method: 'POST',
    callerId: filled(verb.caller_id),
    timeout: verb.timeout_s,
    timeLimit: verb.time_limit_s,
    record: verb.record && verb.noun !== 'conference' ? 'record-from-answer' : null,
  };
  const noun = { client: 'Client', conference: 'Conference', number: 'Number', sim: 'Sim', sip: 'Sip' }[
    verb.noun
  ];
  const own = attributesOfTarget(verb);
  return element('Dial', attributes, ...verb.targets.map((target) => element(noun, own, escaped(target))));
}

/** A conference is recorded itself, not the way into it. */
function attributesOfTarget(verb: Extract<MarkupVerb, { verb: 'dial' }>): Attributes {
  if (verb.noun === 'sip') return { username: filled(verb.username), password: filled(verb.password) };
  return verb.noun === 'conference' && verb.record ? { record: 'record-from-start' } : {};
}

function loopAttribute(loop: number): number | null {
  return loop === 1 ? null : loop;
}
