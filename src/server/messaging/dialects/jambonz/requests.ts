/** The requests of jambonz' REST API: JSON below `{base}/Accounts/{sid}`. */

import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import type { CarrierCredentials, CarrierRequest, Dialect, RequestAfter, Unsupported } from '../dialect.ts';
import { jsonRequest } from '../json-request.ts';

type Wanted<Name extends CarrierRequest['do']> = Extract<CarrierRequest, { do: Name }>;

export const requestOf: Dialect['request'] = (credentials, request) => {
  const account = `${credentials.baseUrl}/Accounts/${encodeURIComponent(credentials.account)}`;
  const authorization = `Bearer ${credentials.token}`;
  const change = (call: string, body: object) =>
    jsonRequest(`${account}/Calls/${encodeURIComponent(call)}`, authorization, body);
  switch (request.do) {
    case 'check':
      return jsonRequest(account, authorization);
    case 'send-message': {
      if (request.content !== null) return { cannot: 'This carrier keeps no content templates' };
      if (request.media.length > 0) return { cannot: 'This carrier sends no media' };
      const { from, to, body: text } = request;
      return jsonRequest(`${account}/Messages`, authorization, { from, to, text });
    }
    case 'place-call':
      return placeCall(credentials, `${account}/Calls`, request);
    case 'hang-up':
      return change(request.call, { call_status: request.isRinging ? 'no-answer' : 'completed' });
    case 'redirect':
      return change(request.call, { call_hook: { url: request.url, method: 'POST' } });
    case 'add-to-conversation':
      return { cannot: 'This carrier has no conversations' };
    case 'start-recording':
    case 'stop-recording':
      return { cannot: 'This carrier records only to a server of its own settings' };
  }
};

/** The settings of an application that say how a call speaks and hears. */
const speechSettings = [
  'speech_synthesis_vendor',
  'speech_synthesis_language',
  'speech_synthesis_voice',
  'speech_recognizer_vendor',
  'speech_recognizer_language',
] as const;

/**
 * A call that names an application gets the hooks of that, whatever the request says. So it gets its voices alone, and the
 * hooks of the flow. The tag comes with each post about the call. Where the application is reached over a WebSocket, so is
 * the flow, with the user and password of the application's own hook.
 */
function placeCall(
  { application, baseUrl, token }: CarrierCredentials,
  url: string,
  { from, to, url: hook, statusUrl, timeout_s: timeout, record, options }: Wanted<'place-call'>,
): RequestAfter | Unsupported {
  if (application === '')
    return { cannot: 'Calls need an application of the carrier, whose voices they have' };
  if (record) return { cannot: 'This carrier records only to a server of its own settings' };
  const { SipAuthUsername: username, SipAuthPassword: password, ...others } = options;
  const [other] = Object.keys(others);
  if (other !== undefined) return { cannot: `This carrier has no ${other} for calls` };
  const auth = username === undefined ? {} : { auth: { username, password: password ?? '' } };
  const authorization = `Bearer ${token}`;
  return {
    first: jsonRequest(`${baseUrl}/Applications/${encodeURIComponent(application)}`, authorization),
    next: (settings) =>
      jsonRequest(url, authorization, {
        from,
        to: { ...targetOf(to), ...auth },
        call_hook: callHook(hook, settings),
        call_status_hook: { url: statusUrl, method: 'POST' },
        tag: Object.fromEntries(new URL(statusUrl).searchParams),
        timeout,
        ...Object.fromEntries(speechSettings.map((name) => [name, textOf(settings[name])])),
      }),
  };
}

function callHook(url: string, { call_hook: own }: JsonObject) {
  if (own === undefined || !isObject(own) || !/^wss?:/.test(textOf(own.url))) return { url, method: 'POST' };
  const { username, password } = own as JsonObject;
  const isSecured = typeof username === 'string' && typeof password === 'string';
  return { url: url.replace(/^http/, 'ws'), ...(isSecured && { username, password }) };
}

/** Whom to call: a SIP address, a user who is registered, or a number. */
export function targetOf(address: string): Record<string, string> {
  if (/^sips?:/i.test(address)) return { type: 'sip', sipUri: address };
  const [, user] = /^client:(.*)$/i.exec(address) ?? [];
  return user === undefined ? { type: 'phone', number: address } : { type: 'user', name: user };
}
