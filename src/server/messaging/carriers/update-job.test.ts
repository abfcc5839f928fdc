/** Jobs that change calls, as the version before dialects has left them in the queue. */

import { expect, it } from 'vitest';
import { readUpdateJob } from './update-job.ts';

const job = (path: string, fields: [string, string][]) =>
  readUpdateJob(JSON.stringify({ carrier: 'CR1', path, fields, effect: null })).change;

it('reads what they have for paths and fields', () => {
  expect(job('Calls/CA%2F1.json', [['Status', 'completed']])).toEqual({
    do: 'hang-up',
    call: 'CA/1',
    isRinging: false,
  });
  const url = 'https://flows.example/';
  const redirect = { do: 'redirect', call: 'CA1', url };
  expect(job('Calls/CA1.json', [...Object.entries({ Url: url, Method: 'POST' })])).toEqual(redirect);
  expect(job('Calls/CA1/Recordings.json', [['Trim', 'do-not-trim']])).toEqual({
    do: 'start-recording',
    call: 'CA1',
    options: { Trim: 'do-not-trim' },
  });
  expect(job('Calls/CA1/Recordings/Twilio.CURRENT.json', [['Status', 'stopped']])).toEqual({
    do: 'stop-recording',
    call: 'CA1',
    recording: 'Twilio.CURRENT',
  });
});
