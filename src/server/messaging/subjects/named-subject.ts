/** Parses what a carrier's post is about: the call, message or conversation that it names, and its addresses. */

import { callbackParameters } from '#api/messaging/callbacks.ts';
import { isSid } from '#api/sid.ts';
import { Refusal } from '../../platform/errors.ts';
import { readAddress } from '../../platform/http/address-field.ts';
import { type Form, invalidParameter } from '../../platform/http/form.ts';

/** A command of an execution, from the query of our own callback URL. */
export type EffectKey = { execution: string; effect: string };

/** `from` is the contact, `to` the address of the flow that was written to or called. */
type Parties = { from: string; to: string };

/**
 * What a post is about, by its kind: a call that asks for instructions, a status report, a message in a conversation, a
 * message between two addresses, or the return of a conversation that another application had.
 */
export type NamedSubject =
  | ({ kind: 'call'; sid: string; effect: EffectKey | null } & Parties)
  | ReportSubject
  | { kind: 'conversation'; conversation: string }
  /** `service` is the messaging service through which the carrier received it. */
  | ({ kind: 'message' | 'return'; sid: string | null; service: string | null } & Parties);

/** What is reported: a message or call, or the call of a recording; the carrier's SID, and our own command. */
export type ReportSubject = {
  kind: 'call-report' | 'message-report' | 'recording-report';
  sid: string | null;
  effect: EffectKey | null;
};

/** The query parameter by which an application returns a call or a conversation. */
export const returnParameter = 'FlowEvent';

const anySid = /^[\w-]{1,64}$/;

/** Some carriers write the version of their SIDs of calls before a colon. */
const callSid = /^(\w{1,8}:)?[\w-]{1,64}$/;

/**
 * The subject of a post to the webhook.
 *
 * @throws Refusal naming the field that is missing or unfit, or contradicts another one
 */
export function readWebhookSubject(form: Form, query: URLSearchParams): NamedSubject {
  const effect = readEffect(query);
  const call = form.text('CallSid');
  if (call !== undefined) {
    refuseBeside(form, 'CallSid', ['MessageSid', 'SmsSid', 'MessageStatus', 'ConversationSid']);
    const sid = readSid(form, 'CallSid', callSid);
    if (sid === undefined) throw invalidParameter('CallSid', 'must not be empty');
    return { kind: 'call', sid, effect, ...readParties(form) };
  }
  const returned = isReturn(form, query);
  if (!returned && isMessageReport(form)) {
    refuseBeside(form, 'MessageStatus', ['ConversationSid', 'CallStatus']);
    return { kind: 'message-report', sid: readMessageSid(form), effect };
  }
  if (effect !== null) throw invalidParameter(callbackParameters.effect, 'belongs to a call or a status');
  if (!returned && form.text('EventType') !== undefined && conversationOf(form) !== null) {
    return { kind: 'conversation', conversation: requireConversation(form) };
  }
  const parties = readParties(form);
  const conversation = conversationOf(form);
  if (conversation !== null && conversation !== parties.to)
    throw invalidParameter('ConversationSid', 'must be the address in To, or come with an EventType');
  const service = readSid(form, 'MessagingServiceSid') ?? null;
  return { kind: returned ? 'return' : 'message', sid: readMessageSid(form), service, ...parties };
}

/** The subject of a post to the status callback. @throws Refusal as `readWebhookSubject` */
export function readReportSubject(form: Form, query: URLSearchParams): ReportSubject {
  const effect = readEffect(query);
  if (form.text('RecordingStatus') !== undefined) {
    refuseBeside(form, 'RecordingStatus', ['MessageSid', 'SmsSid', 'MessageStatus', 'SmsStatus']);
    return { kind: 'recording-report', sid: readSid(form, 'CallSid', callSid) ?? null, effect };
  }
  if (form.text('CallStatus') !== undefined) {
    refuseBeside(form, 'CallStatus', ['MessageSid', 'SmsSid', 'MessageStatus', 'SmsStatus']);
    return { kind: 'call-report', sid: readSid(form, 'CallSid', callSid) ?? null, effect };
  }
  if (!form.text('MessageStatus') && !form.text('SmsStatus')) {
    throw new Refusal(
      'bad-request',
      'The post carries neither a MessageStatus, a CallStatus nor a RecordingStatus',
    );
  }
  refuseBeside(form, 'MessageStatus', ['CallSid', 'ConversationSid']);
  return { kind: 'message-report', sid: readMessageSid(form), effect };
}

/** The conversation of an event. @throws Refusal naming the field that is missing or unfit */
export function requireConversation(form: Form): string {
  const [conversation, channel] = [readSid(form, 'ConversationSid'), readSid(form, 'ChannelSid')];
  if (conversation !== undefined && channel !== undefined && channel !== conversation)
    throw invalidParameter('ChannelSid', 'differs from ConversationSid');
  const sid = conversation ?? channel;
  if (sid === undefined) throw invalidParameter('ConversationSid', 'must not be empty');
  return sid;
}

/** A carrier's SID, which may have another format than ours; undefined when the field is missing or empty. */
export function readSid(form: Form, name: string, format = anySid): string | undefined {
  const sid = form.text(name);
  if (sid === undefined || sid === '') return undefined;
  if (!format.test(sid)) throw invalidParameter(name, 'must be a SID');
  return sid;
}

/** Whether another application returns the call or the conversation, or could not be reached. */
export function isReturn(form: Form, query: URLSearchParams): boolean {
  const event = query.get(returnParameter) ?? form.text(returnParameter);
  return event === 'return' || event === 'fail' || Boolean(form.text('ErrorUrl'));
}

/** True for a post that reports the status of an outbound message. */
function isMessageReport(form: Form): boolean {
  const status = form.text('MessageStatus');
  return status !== undefined && status !== '' && status !== 'received' && form.text('Body') === undefined;
}

function readParties(form: Form): Parties {
  const [from, to] = [form.required('From'), form.required('To')];
  return { from: readAddress(from, 'From'), to: readAddress(to, 'To') };
}

function readMessageSid(form: Form): string | null {
  const [sid, older] = [readSid(form, 'MessageSid'), readSid(form, 'SmsSid')];
  if (sid !== undefined && older !== undefined && sid !== older)
    throw invalidParameter('SmsSid', 'differs from MessageSid');
  return sid ?? older ?? null;
}

function readEffect(query: URLSearchParams): EffectKey | null {
  const execution = query.get(callbackParameters.execution);
  const effect = query.get(callbackParameters.effect);
  return isSid('FN', execution) && effect !== null && effect !== '' ? { execution, effect } : null;
}

function conversationOf(form: Form): string | null {
  return form.text('ConversationSid') || form.text('ChannelSid') || null;
}

/** A post is about one thing: what else it names could belong to another account. */
function refuseBeside(form: Form, subject: string, others: readonly string[]): void {
  const other = others.find((name) => form.text(name));
  if (other !== undefined) throw invalidParameter(other, `may not be given together with ${subject}`);
}
