/** A stand-in for Telnyx, from its API reference: TeXML in forms, messages as JSON events, Bearer, Ed25519. */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { answerRecording, form, readDocument } from './markup-carriers.ts';
import type { Event, HttpAnswer, HttpRequest, Specification } from './stand-in.ts';

const account = '61bf923e-5e4d-4595-a110-56190ea18a1b';
const application = '1234567890';
const token = 'KEY of the account';
const own = generateKeyPairSync('ed25519');
const foreign = generateKeyPairSync('ed25519');

/** The verbs and nouns that its table of compatibility has. */
const elements = [
  ...['Say', 'Play', 'Gather', 'Dial', 'Enqueue', 'Record', 'Start', 'Stop', 'Stream', 'Siprec', 'Parameter'],
  ...['Pause', 'Redirect', 'Hangup', 'Reject', 'Number', 'Conference', 'Sip'],
];

const publicKey = ({ publicKey: key }: { publicKey: KeyObject }) =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');

const statuses: Readonly<Record<string, string>> = {
  failed: 'sending_failed',
  undelivered: 'delivery_failed',
};

function write(event: Event, about: 'call' | 'message') {
  if (about === 'call') return form(event);
  const { MessageSid: id, From: from, To: to, Body: text, MessageStatus: status, ErrorCode: code } = event;
  const payload = {
    record_type: 'message',
    id,
    from: { phone_number: from },
    to: [{ phone_number: to, status: status === undefined ? 'delivered' : (statuses[status] ?? status) }],
    text,
    media: [],
    errors: code === undefined ? [] : [{ code, title: 'Not delivered' }],
  };
  const type = status === undefined ? 'message.received' : 'message.finalized';
  return {
    body: JSON.stringify({ data: { record_type: 'event', event_type: type, id: 'event', payload } }),
    type: 'application/json',
  };
}

const rejected = (status: number, code: string, detail: string): HttpAnswer => ({
  status,
  body: { errors: [{ code, title: 'Refused', detail }] },
});

/** Fields of a call; it refuses none that it does not know, so none that matters may be among those. */
const callFields = [
  ...['ApplicationSid', 'From', 'To', 'Url', 'UrlMethod', 'StatusCallback', 'StatusCallbackMethod'],
  ...['StatusCallbackEvent', 'Timeout', 'Record', 'RecordingChannels', 'MachineDetection'],
];

function answer({ method, path, authorization, type, body }: HttpRequest, sid: string): HttpAnswer {
  if (authorization !== `Bearer ${token}`) return rejected(401, '10009', 'Authentication failed');
  const calls = `/texml/Accounts/${account}/Calls`;
  if (method === 'GET' && path.startsWith(`${calls}?`)) return { status: 200, body: { calls: [] } };
  if (path === '/messages') {
    const { to, text, webhook_url: statusUrl } = JSON.parse(body) as Record<string, string>;
    return {
      status: 200,
      body: { data: { id: sid, to: [{ phone_number: to, status: 'queued' }], errors: [] } },
      taken: { what: 'message', to: to ?? '', text: text ?? '', statusUrl: statusUrl ?? '' },
    };
  }
  if (path === calls) {
    if (type !== 'application/json') return rejected(422, '10015', 'JSON is expected');
    const sent = JSON.parse(body) as Record<string, string>;
    const lost = Object.keys(sent).find((name) => !callFields.includes(name));
    if (lost !== undefined) throw new Error(`The carrier would ignore ${lost}`);
    const { ApplicationSid: app, To: to = '', Url: url = '', StatusCallback: statusUrl = '' } = sent;
    if (app !== application) return rejected(422, '10015', 'ApplicationSid is wrong');
    return {
      status: 200,
      body: { from: sent.From ?? '', to, status: 'queued' },
      taken: { what: 'call', to, url, statusUrl, tag: {} },
    };
  }
  const [, named = '', more] = new RegExp(`^${calls}/([^/]+)(/Recordings.*)?$`).exec(path) ?? [];
  const call = decodeURIComponent(named);
  if (call === '') return rejected(404, '10005', 'Resource not found');
  const fields = Object.fromEntries(new URLSearchParams(body));
  if (more !== undefined) {
    const recording = answerRecording({ call, more, fields }, sid, recordingFields);
    // Its recordings have no status.
    const { status: _, ...described } = recording.body as Record<string, unknown>;
    return { ...recording, status: 200, body: described };
  }
  const what = fields.Url === undefined ? 'hang-up' : 'redirect';
  return { status: 200, body: { sid: call }, taken: { what, call } };
}

/** It has no Trim for the recording of a call. */
const recordingFields = [
  ...['PlayBeep', 'RecordingChannels', 'RecordingStatusCallback', 'RecordingStatusCallbackEvent'],
  ...['RecordingStatusCallbackMethod', 'RecordingTrack', 'SendRecordingUrl'],
];

function requireNothing(document: string): void {
  if (document !== '') throw new Error('Posts about messages expect no document');
}

export const telnyxCarrier: Specification = {
  dialect: 'telnyx',
  basePath: '/v2',
  settings: {
    CarrierAccountSid: account,
    AuthToken: token,
    SigningKey: publicKey(own),
    ApplicationSid: application,
  },
  hears: true,
  reportsSilence: false,
  reportsDelivery: true,
  recorded: {
    ...{ RecordingUrl: 'https://storage.example/recording.mp3?expires=600', RecordingSid: 'RE1' },
    RecordingDuration: '4',
  },
  write,
  sign({ body, now }, wrong) {
    const time = String(Math.floor(now / 1000));
    const key = (wrong === undefined ? own : foreign).privateKey;
    return {
      'telnyx-timestamp': time,
      'telnyx-signature-ed25519': sign(null, Buffer.from(`${time}|${body}`), key).toString('base64'),
    };
  },
  read: (document) => readDocument(document, elements),
  readReplies: requireNothing,
  answer,
};
