/** Stand-ins for carriers that read TwiML: which elements each knows, how it signs, and what its REST API takes. */

import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { type Element, readMarkup } from '../../../testing/read-markup.ts';
import { type Builder, documentedBuilder, requireBuildable, signalwireBuilder } from './official-builders.ts';
import type { Event, HttpAnswer, HttpRequest, Item, Specification } from './stand-in.ts';

const account = 'AC1';
const token = 'token of the carrier';

const everyElement = [
  ...['Say', 'Play', 'Gather', 'Dial', 'Enqueue', 'Record', 'Pay', 'Connect', 'Start', 'Stop', 'Pause'],
  ...['Redirect', 'Hangup', 'Reject', 'Message', 'Number', 'Client', 'Conference', 'Sim', 'Sip', 'Task'],
  ...['VirtualAgent', 'Stream', 'Siprec', 'Parameter', 'Config'],
];

/** @throws Error where the document has an element that is not of `known`, or that the carrier's own builder does not make. */
export function readDocument(
  document: string,
  known: readonly string[],
  builder: Builder = documentedBuilder,
): Item[] {
  requireBuildable(document, builder, 'voice');
  const requireKnown = ({ name, children }: Element) => {
    if (!known.includes(name)) throw new Error(`The carrier stops at <${name}>`);
    children.forEach(requireKnown);
  };
  const { children } = readMarkup(document);
  children.forEach(requireKnown);
  return children.map(itemOf);
}

function itemOf({ name, attributes, children, text }: Element): Item {
  const { action = '' } = attributes;
  switch (name) {
    case 'Say':
      return { kind: 'say', text };
    case 'Play':
      return { kind: attributes.digits === undefined ? 'play' : 'tones' };
    case 'Gather':
      return { kind: 'gather', prompt: children.map((each) => each.text).join(' '), action };
    case 'Dial':
      return { kind: 'dial', targets: children.map((each) => each.text), action };
    case 'Enqueue':
      return { kind: 'enqueue', action };
    case 'Record':
      return { kind: 'record', action, callback: attributes.recordingStatusCallback ?? '' };
    case 'Pay':
      return { kind: 'pay', action };
    case 'Connect':
      return { kind: 'agent', action };
    case 'Start':
    case 'Stop':
      return { kind: 'stream' };
    case 'Pause':
      return { kind: 'pause' };
    case 'Redirect':
      return { kind: 'go', url: text };
    case 'Hangup':
      return { kind: 'hangup' };
    case 'Reject':
      return { kind: 'reject' };
    default:
      throw new Error(`<${name}> belongs into another element`);
  }
}

export const form = (event: Event) => ({
  body: new URLSearchParams(event).toString(),
  type: 'application/x-www-form-urlencoded',
});

export const fieldsOf = (body: string): Event => Object.fromEntries(new URLSearchParams(body));

/** What the common REST API takes; `fields` are those of a call that it knows. */
function answerForm({ method, path, authorization, body }: HttpRequest, sid: string): HttpAnswer {
  if (authorization !== `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`)
    return { status: 401, body: { code: 20003, message: 'Authenticate' } };
  if (method === 'GET' && path === `/Accounts/${account}.json`)
    return { status: 200, body: { sid: account } };
  const {
    To: to = '',
    Body: text = '',
    Url: url = '',
    StatusCallback: statusUrl = '',
    Status,
  } = fieldsOf(body);
  const [, conversation] =
    /^\/conversations\/(?:Services\/[^/]+\/)?Conversations\/([^/]+)\/Messages$/.exec(path) ?? [];
  if (conversation !== undefined)
    return {
      status: 201,
      body: { sid },
      taken: { what: 'message', to: conversation, text, statusUrl: null },
    };
  const [, below = ''] = path.split(`/Accounts/${account}/`);
  const accepted = { status: 201, body: { sid, status: 'queued' } };
  if (below === 'Messages.json') return { ...accepted, taken: { what: 'message', to, text, statusUrl } };
  if (below === 'Calls.json') return { ...accepted, taken: { what: 'call', to, url, statusUrl, tag: {} } };
  const [, call = '', more] = /^Calls\/([^/]+?)(\/Recordings.*)?\.json$/.exec(below) ?? [];
  if (call === '') return { status: 404, body: { code: 20404, message: 'Not found' } };
  if (more !== undefined) return answerRecording({ call, more, fields: fieldsOf(body) }, sid);
  return { ...accepted, taken: { what: Status === 'completed' ? 'hang-up' : 'redirect', call } };
}

/** Fields of a recording that is begun: those that the carriers' references have in common. */
const recordingFields = [
  ...['RecordingChannels', 'RecordingTrack', 'RecordingStatusCallback', 'RecordingStatusCallbackMethod'],
  ...['RecordingStatusCallbackEvent', 'Trim'],
];

/** Begins a recording below `/Recordings.json` of a call, or stops the one that is named there. */
export function answerRecording(
  { call, more, fields }: { call: string; more: string; fields: Event },
  sid: string,
  known: readonly string[] = recordingFields,
): HttpAnswer {
  const [, stops = null] = /^\/Recordings\/([^/.]+)/.exec(more) ?? [];
  const names = stops === null ? known : ['Status'];
  const lost = Object.keys(fields).find((name) => !names.includes(name));
  if (lost !== undefined) throw new Error(`The carrier would ignore ${lost}`);
  return {
    status: stops === null ? 201 : 200,
    body: {
      ...{ sid: stops ?? sid, account_sid: account, call_sid: call, channels: 2, track: 'both' },
      ...{
        status: stops === null ? 'in-progress' : 'stopped',
        duration: null,
        source: 'StartCallRecordingAPI',
      },
      start_time: 'Fri, 27 Nov 2026 09:00:00 +0000',
    },
    taken: { what: 'recording', call, callback: fields.RecordingStatusCallback ?? null, stops },
  };
}

const common = {
  basePath: '/2010-04-01',
  settings: { CarrierAccountSid: account, AuthToken: token },
  hears: true,
  reportsSilence: false,
  reportsDelivery: true,
  recorded: {
    ...{ RecordingUrl: 'https://carrier.example/Accounts/AC1/Recordings/RE1', RecordingSid: 'RE1' },
    ...{ RecordingDuration: '4', Digits: '#' },
  },
  write: form,
  answer: answerForm,
  readReplies: (document) => requireBuildable(document, documentedBuilder, 'messaging'),
} satisfies Partial<Specification>;

const signWith =
  (header: string, key: string): Specification['sign'] =>
  ({ url, event }, wrong) => ({ [header]: getExpectedTwilioSignature(wrong ?? key, url, event) });

export const documentedCarrier: Specification = {
  ...common,
  dialect: 'default',
  sign: signWith('x-twilio-signature', token),
  read: (document) => readDocument(document, everyElement),
};

const signingKey = 'signing key of the space';

/** Signed with a key of the space in a header of its own; no tasks, no SIM cards, no content templates. */
export const signalwireCarrier: Specification = {
  ...common,
  dialect: 'signalwire',
  basePath: '/api/laml/2010-04-01',
  settings: { ...common.settings, SigningKey: signingKey },
  sign: signWith('x-signalwire-signature', signingKey),
  // It names no SID there.
  recorded: {
    RecordingUrl: 'https://space.example/api/laml/2010-04-01/Accounts/AC1/Recordings/RE1',
    ...{ RecordingDuration: '4', Digits: '#' },
  },
  read: (document) =>
    readDocument(
      document,
      everyElement.filter((name) => name !== 'Task' && name !== 'Sim'),
      signalwireBuilder,
    ),
  readReplies: (document) => requireBuildable(document, signalwireBuilder, 'messaging'),
};

/** Any other element raises an error in its interpreter, and the document stops. */
const somlengElements = [
  'Say',
  'Play',
  'Gather',
  'Dial',
  'Record',
  'Redirect',
  'Hangup',
  'Reject',
  'Number',
  'Sip',
];

/** Fields of its API; the service schema ignores all others, so none that matters may be among them. */
const somlengFields = [
  ...['To', 'From', 'Url', 'Method', 'StatusCallback', 'StatusCallbackMethod', 'Status', 'Body'],
  ...['MessagingServiceSid', 'StatusCallbackEvent', 'Timeout'],
];

export const somlengCarrier: Specification = {
  ...common,
  dialect: 'somleng',
  hears: false,
  // Neither a SID nor the key that has ended it.
  recorded: {
    RecordingUrl: 'https://somleng.example/2010-04-01/Accounts/AC1/Calls/call-1/Recordings/RE1',
    RecordingDuration: '4',
  },
  sign: signWith('x-twilio-signature', token),
  read(document) {
    const items = readDocument(document, somlengElements);
    if (items.some(({ kind }) => kind === 'tones')) throw new Error('It plays files alone');
    return items;
  },
  answer(request, sid) {
    const lost = Object.keys(fieldsOf(request.body)).find((name) => !somlengFields.includes(name));
    if (lost !== undefined) throw new Error(`The carrier would ignore ${lost}`);
    return answerForm(request, sid);
  },
};
