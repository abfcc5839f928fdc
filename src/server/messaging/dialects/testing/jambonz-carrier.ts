/** A stand-in for jambonz, from its schemas of verbs and callbacks and from its REST API: JSON in snake case, Bearer, HMAC. */

import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Event, HttpAnswer, HttpRequest, Item, Specification } from './stand-in.ts';

const load = createRequire(import.meta.url);

/** The package has no types. */
const { validateApp } = load('@jambonz/schema') as {
  validateApp(app: unknown): { valid: boolean; errors: object[] };
};

/** Schemas of its posts, by what makes them. */
const postSchema = new Ajv2020({ strict: false, allErrors: true });
for (const name of ['base', 'gather', 'dial', 'enqueue', 'call-status'])
  postSchema.addSchema(load(`@jambonz/schema/callbacks/${name}.schema.json`) as object);

/** @throws Error where the carrier does not post such a body */
function requirePost(name: string, body: object): void {
  const check = postSchema.getSchema(`https://jambonz.org/schema/callbacks/${name}`);
  if (check === undefined) throw new Error(`There is no schema ${name}`);
  if (check(body) !== true)
    throw new Error(`${name}: ${JSON.stringify(check.errors)} in ${JSON.stringify(body)}`);
}

function schemaOf(event: Event): string {
  if (event.QueueResult !== undefined) return 'enqueue';
  if (event.DialCallStatus !== undefined) return 'dial';
  return event.Digits !== undefined || event.SpeechResult !== undefined ? 'gather' : 'call-status';
}

const account = '11111111-2222-4333-8444-555555555555';
const application = '99999999-8888-4777-8666-555555555555';
const token = 'API key of the account';
const secret = 'webhook secret of the account';

const speech = {
  speech_synthesis_vendor: 'google',
  speech_synthesis_language: 'en-US',
  speech_synthesis_voice: 'en-US-Standard-C',
  speech_recognizer_vendor: 'google',
  speech_recognizer_language: 'en-US',
};

type Hook = { url: string; method: string };
type Verb = { verb: string } & Record<string, unknown>;

/** The properties of each verb that is expected, and those that it needs. */
const verbs: Readonly<Record<string, { has: string[]; needs: string[] }>> = {
  say: { has: ['text', 'loop', 'synthesizer'], needs: ['text'] },
  play: { has: ['url', 'loop'], needs: ['url'] },
  dtmf: { has: ['dtmf'], needs: ['dtmf'] },
  gather: {
    has: [
      ...['input', 'actionHook', 'timeout', 'dtmfBargein', 'finishOnKey', 'numDigits', 'speechTimeout'],
      ...['recognizer', 'say', 'play'],
    ],
    needs: ['input', 'actionHook'],
  },
  dial: { has: ['target', 'actionHook', 'timeout', 'callerId', 'timeLimit'], needs: ['target'] },
  conference: { has: ['name', 'actionHook'], needs: ['name'] },
  enqueue: { has: ['name', 'actionHook', 'waitHook'], needs: ['name'] },
  config: { has: ['listen'], needs: [] },
  redirect: { has: ['actionHook'], needs: ['actionHook'] },
  pause: { has: ['length'], needs: ['length'] },
  hangup: { has: [], needs: [] },
  'sip:decline': { has: ['status', 'reason'], needs: ['status'] },
};

function requireVerb({ verb, ...properties }: Verb): void {
  const known = verbs[verb];
  const names = Object.keys(properties);
  if (known === undefined) throw new Error(`The carrier has no verb ${verb}`);
  const wrong =
    names.find((name) => !known.has.includes(name)) ?? known.needs.find((name) => !names.includes(name));
  if (wrong !== undefined) throw new Error(`${verb} is refused for its ${wrong}`);
}

function itemOf(verb: Verb): Item {
  const hook = verb.actionHook as Hook | string | undefined;
  const action = typeof hook === 'string' ? hook : (hook?.url ?? '');
  switch (verb.verb) {
    case 'say':
      return { kind: 'say', text: String(verb.text) };
    case 'play':
      return { kind: 'play' };
    case 'dtmf':
      return { kind: 'tones' };
    case 'gather': {
      const prompt = (verb.say as { text?: string } | undefined)?.text ?? '';
      return { kind: 'gather', prompt, action };
    }
    case 'dial': {
      const targets = verb.target as { type: string; number?: string; sipUri?: string; name?: string }[];
      return {
        kind: 'dial',
        targets: targets.map(({ number, sipUri, name }) => number ?? sipUri ?? name ?? ''),
        action,
      };
    }
    case 'conference':
      return { kind: 'dial', targets: [String(verb.name)], action };
    case 'enqueue':
      return { kind: 'enqueue', action };
    case 'config':
      return { kind: 'stream' };
    case 'redirect':
      return { kind: 'go', url: action };
    case 'pause':
      return { kind: 'pause' };
    case 'sip:decline':
      return { kind: 'reject' };
    default:
      return { kind: 'hangup' };
  }
}

/** Fields of the documented dialect, as this carrier names them. */
const names: Readonly<Record<string, string>> = {
  CallSid: 'call_sid',
  CallStatus: 'call_status',
  From: 'from',
  To: 'to',
  DialCallStatus: 'dial_call_status',
  MessageSid: 'message_sid',
  Body: 'text',
};

const inSnakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? '' : '_') + letter.toLowerCase());

/** What it reports otherwise than a text with that name. */
const values: Readonly<Record<string, (value: string) => object>> = {
  Digits: (digits) => ({ reason: 'dtmfDetected', digits }),
  QueueTime: (seconds) => ({ queue_time: Number(seconds) }),
  QueueResult: (result) => ({
    queue_sid: 'queue:1',
    queue_time: 7,
    queue_result: ['bridged', 'hangup'].includes(result) ? result : 'error',
  }),
  tag: (tag) => ({ customerData: JSON.parse(tag) as object }),
};

function write(event: Event, about: 'call' | 'message') {
  const { SpeechResult: heard, Confidence: confidence, ...fields } = event;
  const more =
    about === 'call'
      ? { direction: 'inbound', call_id: 'sip-1', sip_status: 200, application_sid: application }
      : { carrier: 'trunk', application_sid: application };
  const named = Object.entries(fields).map(
    ([name, value]) => values[name]?.(value) ?? { [names[name] ?? inSnakeCase(name)]: value },
  );
  const body = {
    account_sid: account,
    ...more,
    ...Object.assign({}, ...named),
    ...(heard !== undefined && {
      reason: 'speechDetected',
      speech: { is_final: true, alternatives: [{ transcript: heard, confidence: Number(confidence) }] },
    }),
  };
  if (about === 'call') requirePost(schemaOf(event), body);
  return { body: JSON.stringify(body), type: 'application/json' };
}

function answer({ method, path, authorization, type, body }: HttpRequest, sid: string): HttpAnswer {
  if (authorization !== `Bearer ${token}`) return { status: 401, body: { msg: 'unauthorized' } };
  if (method === 'GET' && path === `/Accounts/${account}`)
    return { status: 200, body: { account_sid: account, name: 'Phones' } };
  if (method === 'GET' && path === `/Applications/${application}`)
    return { status: 200, body: { application_sid: application, ...speech } };
  if (type !== 'application/json') return { status: 400, body: { msg: 'no JSON' } };
  const sent = JSON.parse(body) as Record<string, unknown>;
  if (path === `/Accounts/${account}/Messages`) {
    const { to, text } = sent;
    return {
      status: 200,
      body: { sid },
      taken: { what: 'message', to: String(to), text: String(text), statusUrl: null },
    };
  }
  if (path === `/Accounts/${account}/Calls`) return answerCall(sent, sid);
  const [, call = ''] = new RegExp(`^/Accounts/${account}/Calls/([^/]+)$`).exec(path) ?? [];
  if (call === '') return { status: 404, body: { msg: 'not found' } };
  const { call_status: status, call_hook: hook } = sent;
  if (status === undefined && hook === undefined) return { status: 400, body: { msg: 'no valid options' } };
  return {
    status: 202,
    body: 'Accepted',
    taken: { what: hook === undefined ? 'hang-up' : 'redirect', call },
  };
}

/** Without an application it needs voices; with one it would use the hooks of that. */
function answerCall(sent: Record<string, unknown>, sid: string): HttpAnswer {
  const { to, call_hook: hook, call_status_hook: statusHook, tag, application_sid: own } = sent;
  if (own !== undefined) throw new Error('The carrier would use the hooks of the application');
  const missing = Object.keys(speech).find((name) => !sent[name]);
  if (missing !== undefined) return { status: 400, body: { msg: `${missing} required` } };
  const { number = '' } = to as { number?: string };
  return {
    status: 201,
    body: { sid, callId: 'sip-1' },
    taken: {
      what: 'call',
      to: number,
      url: (hook as Hook).url,
      statusUrl: (statusHook as Hook).url,
      tag: tag as Event,
    },
  };
}

export const jambonzCarrier: Specification = {
  dialect: 'jambonz',
  basePath: '/v1',
  settings: {
    CarrierAccountSid: account,
    AuthToken: token,
    SigningKey: secret,
    ApplicationSid: application,
  },
  hears: true,
  reportsSilence: true,
  reportsDelivery: false,
  recorded: null,
  write,
  sign({ body, now }, wrong) {
    const time = Math.floor(now / 1000);
    const hash = createHmac('sha256', wrong ?? secret)
      .update(`${time}.${body}`)
      .digest('hex');
    return { 'jambonz-signature': `t=${time},v1=${hash}` };
  },
  read(document) {
    const list = JSON.parse(document) as Verb[];
    const { valid, errors } = validateApp(list);
    if (!valid) throw new Error(`The schema refuses ${document}: ${JSON.stringify(errors)}`);
    list.forEach(requireVerb);
    return list.map(itemOf);
  },
  readReplies(document) {
    if (document !== '[]') throw new Error('The carrier sends no messages of a response');
  },
  answer,
};
