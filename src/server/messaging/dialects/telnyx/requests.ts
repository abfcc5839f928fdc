/** The requests of Telnyx: TeXML for calls, `/messages` for messages. */

import { formRequest } from '../default/form-request.ts';
import type { CarrierRequest, Dialect, Unsupported } from '../dialect.ts';
import { jsonRequest } from '../json-request.ts';

type Wanted<Name extends CarrierRequest['do']> = Extract<CarrierRequest, { do: Name }>;

export const requestOf: Dialect['request'] = ({ baseUrl, account, token, application }, request) => {
  const calls = `${baseUrl}/texml/Accounts/${encodeURIComponent(account)}/Calls`;
  const authorization = `Bearer ${token}`;
  const callUrl = ({ call }: { call: string }) => `${calls}/${encodeURIComponent(call)}`;
  switch (request.do) {
    case 'check':
      return jsonRequest(`${calls}?PageSize=1`, authorization);
    case 'send-message':
      return request.content === null
        ? jsonRequest(`${baseUrl}/messages`, authorization, messageBody(request))
        : { cannot: 'This carrier keeps no content templates' };
    case 'place-call': {
      if (application === '') return { cannot: 'Calls need the TeXML application of the carrier' };
      const wanted = optionsOf(request.options);
      if ('cannot' in wanted) return wanted;
      return jsonRequest(calls, authorization, callBody(request, application, wanted.more));
    }
    case 'hang-up':
      return formRequest(callUrl(request), authorization, [['Status', 'completed']]);
    case 'redirect':
      return formRequest(callUrl(request), authorization, [
        ['Url', request.url],
        ['Method', 'POST'],
      ]);
    case 'start-recording': {
      const { Trim: trim, ...wanted } = request.options;
      if (trim === 'trim-silence') return { cannot: 'This carrier does not cut silence off a recorded call' };
      const fields = Object.entries({ ...wanted, RecordingChannels: channelsOf(wanted) });
      return formRequest(`${callUrl(request)}/Recordings.json`, authorization, fields);
    }
    case 'stop-recording':
      return request.recording === null
        ? { cannot: 'Which recording is in progress is not known' }
        : formRequest(
            `${callUrl(request)}/Recordings/${encodeURIComponent(request.recording)}.json`,
            authorization,
            [['Status', 'stopped']],
          );
    case 'add-to-conversation':
      return { cannot: 'This carrier has no conversations' };
  }
};

const channelsOf = ({ RecordingChannels: channels }: Record<string, string>) =>
  channels === 'mono' ? 'single' : 'dual';

function messageBody({ from, to, body, media, statusUrl }: Wanted<'send-message'>) {
  return {
    from,
    to,
    ...(body !== '' && { text: body }),
    ...(media.length > 0 && { media_urls: media }),
    webhook_url: statusUrl,
    use_profile_webhooks: false,
  };
}

/** Options that its calls have, too: texts, numbers, and seconds that are milliseconds there. */
const options: Readonly<Record<string, (value: string) => string | number>> = {
  MachineDetection: (value) => value,
  MachineDetectionSilenceTimeout: Number,
  MachineDetectionSpeechEndThreshold: Number,
  MachineDetectionSpeechThreshold: Number,
  MachineDetectionTimeout: (seconds) => Number(seconds) * 1000,
  RecordingChannels: (value) => value,
  RecordingStatusCallback: (value) => value,
  SipAuthPassword: (value) => value,
  SipAuthUsername: (value) => value,
  Trim: (value) => value,
};

function optionsOf(given: Record<string, string>): { more: object } | Unsupported {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(options, name));
  if (unknown !== undefined) return { cannot: `This carrier has no ${unknown} for calls` };
  const more = Object.entries(given).map(([name, value]) => [name, options[name]?.(value)]);
  return { more: Object.fromEntries(more) as object };
}

function callBody(
  { from, to, url, statusUrl, timeout_s, record }: Wanted<'place-call'>,
  application: string,
  more: object,
) {
  return {
    ApplicationSid: application,
    From: from,
    To: to,
    Url: url,
    UrlMethod: 'POST',
    StatusCallback: statusUrl,
    StatusCallbackMethod: 'POST',
    StatusCallbackEvent: 'initiated ringing answered completed',
    Timeout: timeout_s,
    ...(record && { Record: true }),
    ...more,
  };
}
