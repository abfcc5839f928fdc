/** The requests of the common REST API: `{base}/Accounts/{sid}/Messages.json`, `Calls.json` and what is below a call. */

import { textOf } from '#flow/json/json.ts';
import type { CarrierCredentials, CarrierHttpRequest, CarrierRequest, Dialect } from '../dialect.ts';
import { errorCodeOf } from '../json-request.ts';
import { conversationFields, conversationPath } from './conversation-request.ts';
import { basicAuthorization, type FormFields, formRequest } from './form-request.ts';

/** The alias for the recording in progress, for when the flow does not know its SID. */
const currentRecording = 'Twilio.CURRENT';

export function requestOf(credentials: CarrierCredentials, request: CarrierRequest): CarrierHttpRequest {
  const { baseUrl, conversationsUrl, account: sid, token } = credentials;
  const account = `${baseUrl}/Accounts/${encodeURIComponent(sid)}`;
  const authorization = basicAuthorization(sid, token);
  const post = (path: string, fields: FormFields) => formRequest(`${account}/${path}`, authorization, fields);
  switch (request.do) {
    case 'check':
      return {
        method: 'GET',
        url: `${account}.json`,
        headers: { authorization, accept: 'application/json' },
        body: null,
      };
    case 'send-message':
      return post('Messages.json', messageFields(request));
    case 'add-to-conversation': {
      const url = `${conversationsUrl}/${conversationPath(request.message)}`;
      return formRequest(url, authorization, conversationFields(request.message));
    }
    case 'place-call':
      return post('Calls.json', callFields(request));
    case 'hang-up':
      return post(`${callPath(request)}.json`, [['Status', 'completed']]);
    case 'redirect':
      return post(`${callPath(request)}.json`, [
        ['Url', request.url],
        ['Method', 'POST'],
      ]);
    case 'start-recording':
      return post(`${callPath(request)}/Recordings.json`, Object.entries(request.options));
    case 'stop-recording': {
      const recording = encodeURIComponent(request.recording ?? currentRecording);
      return post(`${callPath(request)}/Recordings/${recording}.json`, [['Status', 'stopped']]);
    }
  }
}

const callPath = ({ call }: { call: string }) => `Calls/${encodeURIComponent(call)}`;

type Wanted<Name extends CarrierRequest['do']> = Extract<CarrierRequest, { do: Name }>;

function messageFields({ from, to, body, media, content, statusUrl }: Wanted<'send-message'>): FormFields {
  const fields: [string, string][] = [
    [from.startsWith('MG') ? 'MessagingServiceSid' : 'From', from],
    ['To', to],
  ];
  if (content !== null) {
    fields.push(['ContentSid', content.sid], ['ContentVariables', JSON.stringify(content.variables)]);
  } else if (body !== '') fields.push(['Body', body]);
  for (const url of media) fields.push(['MediaUrl', url]);
  return [...fields, ['StatusCallback', statusUrl]];
}

function callFields({
  from,
  to,
  url,
  statusUrl,
  timeout_s,
  record,
  options,
}: Wanted<'place-call'>): FormFields {
  return [
    ['From', from],
    ['To', to],
    ['Url', url],
    ['Method', 'POST'],
    ['StatusCallback', statusUrl],
    ['StatusCallbackMethod', 'POST'],
    ...['initiated', 'ringing', 'answered', 'completed'].map((event): [string, string] => [
      'StatusCallbackEvent',
      event,
    ]),
    ['Timeout', String(timeout_s)],
    ...(record ? [['Record', 'true'] as const] : []),
    ...Object.entries(options),
  ];
}

export const readError: Dialect['readError'] = (data) => ({
  code: errorCodeOf(data.code),
  reason: textOf(data.message),
});
