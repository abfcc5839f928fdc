/** Voice widgets on a REST carrier: the REST requests that they make besides the markup. */

import { expect } from 'vitest';
import { paths } from '#api/paths.ts';
import { flowOf, widget } from '#server/flows/testing/flows.ts';
import { address, executionContext, firstRequest, publish, widgetEvents } from '../carrier-flow.ts';
import { test } from './fixtures.ts';

const caller = '+15005550177';

test('record-call is requested from the carrier, and stopped by the recording’s SID', async ({
  api,
  carrier,
}) => {
  const callback = 'https://clinic.example/recordings';
  const record = (name: string, properties: object, next: string | null) =>
    widget('record-call', name, { ...properties }, { success: next, failed: null });
  const flow = await publish(
    api,
    flowOf(
      record(
        'begin',
        {
          record_call: true,
          recording_channels: 'mono',
          recording_status_callback: callback,
          recording_status_callback_events: 'in-progress completed',
        },
        'ask',
      ),
      widget('gather-input-on-call', 'ask', { say: 'Well?', loop: 1 }, { keypress: 'end', timeout: null }),
      record('end', { record_call: false }, null),
    ),
  );
  const call = await carrier.phone(flow.webhook_url, address, caller).call();
  expect(call.state).toBe('gathering');
  const begun = await firstRequest(carrier, `Calls/${call.sid}/Recordings.json`);
  expect(begun.fields).toMatchObject({
    RecordingChannels: 'mono',
    Trim: 'do-not-trim',
    RecordingStatusCallback: callback,
    RecordingStatusCallbackMethod: 'POST',
    RecordingStatusCallbackEvent: 'in-progress completed',
  });
  const { executions } = await (await api.get(paths.executions(flow.sid))).json();
  const { sid } = executions[0];
  expect((await executionContext(api, flow, sid)).widgets.begin).toMatchObject({
    Sid: begun.sid,
    Status: 'queued',
  });
  await call.pressKeys('1');
  const ended = await firstRequest(carrier, new RegExp(`^Calls/${call.sid}/Recordings/.+[.]json$`));
  expect(ended.fields).toEqual({ Status: 'stopped' });
  expect(await widgetEvents(api, flow, sid)).toEqual(['incomingCall', 'success', 'keypress', 'success']);
});

test('record-call leaves by failed when the carrier refuses', async ({ api, carrier }) => {
  const flow = await publish(
    api,
    flowOf(
      widget('record-call', 'begin', { record_call: true }, { success: null, failed: 'sorry' }),
      widget('say-play', 'sorry', { say: 'Not recorded', loop: 1 }, { audioComplete: null }),
    ),
  );
  carrier.rejectNext({ status: 400, code: 21220, message: 'The call is not in progress' });
  const call = await carrier.phone(flow.webhook_url, address, caller).call();
  expect(call.prompts).toEqual(['Not recorded']);
});

test('a call that another application keeps past the timeout is taken back', async ({
  api,
  carrier,
  receiver,
}) => {
  const flow = await publish(
    api,
    flowOf(
      widget(
        'add-markup-redirect',
        'away',
        { url: `${receiver.url}/keep`, timeout: '1' },
        { return: null, timeout: 'back', fail: null },
      ),
      widget('say-play', 'back', { say: 'Here again', loop: 1 }, { audioComplete: null }),
    ),
  );
  receiver.respondWith('/keep', { text: '<Response><Gather action="/never"/></Response>' });
  const call = await carrier.phone(flow.webhook_url, address, caller).call();
  expect(call.state).toBe('gathering');
  const request = await firstRequest(carrier, `Calls/${call.sid}.json`);
  expect(request.fields).toEqual({ Url: flow.webhook_url, Method: 'POST' });
  await call.redirectTo(request.fields.Url ?? '');
  expect([call.state, call.prompts]).toEqual(['over', ['Here again']]);
});
