/** Writes the elements that connect a call to something else: a queue, a recorder, a payment, a stream, a virtual agent. */

import type { MarkupVerb, NamedValue, Payment } from '#engine/commands/markup-verb.ts';

export type Attributes = Record<string, string | number | boolean | null>;

/** null, which omits an attribute, for an empty text. */
export function filled(text: string): string | null {
  return text === '' ? null : text;
}

/** `content` must be escaped or markup already; attributes that are null are omitted. */
export function element(name: string, attributes: Attributes, ...content: string[]): string {
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

/** `text` as it may stand between tags and in attributes. */
export function escaped(text: string): string {
  return stripIllegal(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** XML 1.0 has no way to write most control characters and lone surrogates: they are dropped. */
function stripIllegal(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

type ElementOf<V extends MarkupVerb['verb']> = Extract<MarkupVerb, { verb: V }>;

export function enqueue(verb: ElementOf<'enqueue'>, action: string): string {
  const waiting: Attributes = { waitUrl: filled(verb.wait_url), waitUrlMethod: filled(verb.wait_url_method) };
  if (verb.workflow === '') {
    return element('Enqueue', { action, method: 'POST', ...waiting }, escaped(verb.queue));
  }
  const { attributes, priority, timeout_s: timeout } = verb.task;
  const task = element('Task', { priority, timeout }, escaped(attributes));
  return element('Enqueue', { workflowSid: verb.workflow, action, method: 'POST', ...waiting }, task);
}

export function record(verb: ElementOf<'record'>, action: string): string {
  return element('Record', {
    action,
    method: 'POST',
    timeout: verb.timeout_s,
    finishOnKey: verb.finish_on_key,
    maxLength: verb.max_length_s,
    playBeep: verb.play_beep,
    trim: verb.trim,
    transcribe: verb.transcribe ? true : null,
    transcribeCallback: verb.transcribe ? filled(verb.transcribe_callback) : null,
    recordingStatusCallback: filled(verb.status_callback),
  });
}

/** Without `method`, which this element does not have: the result is always posted. */
export function pay(payment: Payment, action: string): string {
  const attributes: Attributes = {
    input: 'dtmf',
    action,
    paymentConnector: filled(payment.connector),
    paymentMethod: filled(payment.method),
    bankAccountType: filled(payment.bank_account_type),
    chargeAmount: filled(payment.amount),
    currency: filled(payment.currency),
    description: filled(payment.description),
    tokenType: filled(payment.token_type),
    validCardTypes: filled(payment.card_types.join(' ')),
    securityCode: payment.security_code,
    postalCode: filled(payment.postal_code),
    minPostalCodeLength: payment.min_postal_code_length,
    timeout: payment.timeout_s,
    maxAttempts: payment.max_attempts,
    language: filled(payment.language),
  };
  return element('Pay', attributes, ...namedElements('Parameter', payment.parameters));
}

/** A stream is stopped by its name alone. */
export function stream(verb: ElementOf<'stream'>): string {
  const noun = verb.transport === 'siprec' ? 'Siprec' : 'Stream';
  const target = verb.transport === 'siprec' ? 'connectorName' : 'url';
  const attributes: Attributes = {
    name: filled(verb.name),
    [target]: filled(verb.target),
    track: filled(verb.track),
  };
  const inner = element(noun, attributes, ...namedElements('Parameter', verb.parameters));
  return element(verb.action === 'stop' ? 'Stop' : 'Start', {}, inner);
}

export function virtualAgent(verb: ElementOf<'virtual-agent'>, action: string): string {
  const attributes: Attributes = {
    connectorName: filled(verb.connector),
    language: filled(verb.language),
    sentimentAnalysis: verb.sentiment_analysis,
    statusCallback: filled(verb.status_callback),
    statusCallbackMethod: filled(verb.status_callback_method),
  };
  const settings = [
    ...namedElements('Config', verb.configurations),
    ...namedElements('Parameter', verb.parameters),
  ];
  return element('Connect', { action, method: 'POST' }, element('VirtualAgent', attributes, ...settings));
}

function namedElements(noun: 'Config' | 'Parameter', values: readonly NamedValue[]): string[] {
  return values.map(({ name, value }) => element(noun, { name, value }));
}
