import { expect, it } from 'vitest';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { carrierFeature } from './carrier-feature.ts';

const all = { name: 'All', lacks: [] };
const some = { name: 'Some', lacks: ['client', 'siprec', 'dial-recording', 'voicemail'] as const };

it.each([
  ['record-voicemail', {}, ['type']],
  ['fork-stream', { stream_transport_type: 'siprec' }, ['properties/stream_transport_type']],
  ['fork-stream', {}, []],
  ['connect-call-to', { noun: 'client', record: true }, ['properties/noun', 'properties/record']],
  ['connect-call-to', { noun: 'number' }, []],
  ['an-unknown-type', {}, []],
])('%s with %j asks a carrier for what it may not have: %j', (type, properties, places) => {
  const flow = flowOf([state('w', type, properties)], 'incomingCall');
  const carriers = [all, some];
  expect(said(carrierFeature, flow, { carriers })).toEqual(
    places.map(
      (place) =>
        `warning #/states/1/${place} The carrier 'Some' cannot do this: the widget is left as when it fails.`,
    ),
  );
  expect(said(carrierFeature, flow, { carriers: [all] })).toEqual([]);
  expect(said(carrierFeature, flow)).toEqual([]);
});
