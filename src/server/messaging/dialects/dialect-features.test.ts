/** What the page says of a dialect is what its documents and requests can say. */

import { expect, it } from 'vitest';
import { carrierDialects, dialectLacks } from '#api/messaging/dialects.ts';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import { type CarrierFeature, carrierFeatures } from '#flow/widgets/carrier-features.ts';
import { dialectOf } from './table.ts';

const dial = (more: Partial<Extract<MarkupVerb, { verb: 'dial' }>>): MarkupVerb => ({
  ...{ verb: 'dial', noun: 'number', targets: ['+15550001'], caller_id: '', record: false },
  ...{ timeout_s: 30, time_limit_s: null, username: '', password: '', ...more },
});
const enqueue = (queue: string, workflow: string): MarkupVerb => ({
  ...{ verb: 'enqueue', queue, workflow, wait_url: '', wait_url_method: '' },
  task: { attributes: '{}', priority: null, timeout_s: null },
});
const stream = (transport: 'websocket' | 'siprec'): MarkupVerb => ({
  ...{ verb: 'stream', action: 'start', transport, name: '', target: 'wss://listen.example', track: '' },
  parameters: [],
});

/** Only what tells the verbs apart is read. */
const verbs: Readonly<Record<Exclude<CarrierFeature, 'call-recording'>, MarkupVerb>> = {
  payment: { verb: 'pay' } as MarkupVerb,
  voicemail: { verb: 'record' } as MarkupVerb,
  'virtual-agent': { verb: 'virtual-agent' } as MarkupVerb,
  queue: enqueue('support', ''),
  workflow: enqueue('', 'WW1'),
  stream: stream('websocket'),
  siprec: stream('siprec'),
  client: dial({ noun: 'client' }),
  conference: dial({ noun: 'conference' }),
  sim: dial({ noun: 'sim' }),
  'dial-recording': dial({ record: true }),
};

it.each(carrierDialects)('%s', (name) => {
  const dialect = dialectOf({ dialect: name });
  const credentials = {
    ...{ baseUrl: 'https://carrier.example', conversationsUrl: '', account: 'A', token: 't' },
    application: 'app',
  };
  const recording = dialect.request(credentials, { do: 'start-recording', call: 'c', options: {} });
  const lacking = carrierFeatures.filter((feature) =>
    feature === 'call-recording' ? 'cannot' in recording : !dialect.has(verbs[feature]),
  );
  expect(lacking).toEqual(dialectLacks[name]);
});
