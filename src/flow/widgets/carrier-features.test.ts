/** What each type needs of the carrier of a call, by its properties. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import { type CarrierFeature, carrierFeatures, carrierNeeds } from './carrier-features.ts';
import { type WidgetTypeName, widgetTypeNames } from './widget-type.ts';

type Row = [WidgetTypeName, JsonObject, ...[CarrierFeature, string | null][]];

const table: Row[] = [
  ['capture-payments', {}, ['payment', null]],
  ['record-voicemail', {}, ['voicemail', null]],
  ['connect-virtual-agent', {}, ['virtual-agent', null]],
  ['connect-virtual-agent-v2', {}, ['virtual-agent', null]],
  ['record-call', {}, ['call-recording', null]],
  ['enqueue-call', { queue_name: 'desk', workflow_sid: '' }, ['queue', null]],
  ['enqueue-call', { workflow_sid: 'WW1' }, ['workflow', 'workflow_sid']],
  ['fork-stream', { stream_transport_type: 'websocket' }, ['stream', null]],
  ['fork-stream', { stream_transport_type: 'siprec' }, ['siprec', 'stream_transport_type']],
  ['connect-call-to', {}],
  ['connect-call-to', { noun: 'number', record: 'true' }],
  ['connect-call-to', { noun: 'client' }, ['client', 'noun']],
  ['connect-call-to', { noun: 'conference' }, ['conference', 'noun']],
  ['connect-call-to', { noun: 'sim', record: true }, ['sim', 'noun'], ['dial-recording', 'record']],
];

describe('what a widget needs of a carrier', () => {
  it.each(table)('%s %j', (type, properties, ...needs) => {
    expect(carrierNeeds(type, properties)).toEqual(
      needs.map(([feature, property]) => ({ feature, property })),
    );
  });

  it('is nothing for all other types', () => {
    const others = widgetTypeNames.filter((name) => table.every(([type]) => type !== name));
    expect(others.flatMap((type) => carrierNeeds(type, {}))).toEqual([]);
  });

  it('is among the features that a carrier may have', () => {
    const needed = new Set(table.flatMap(([, , ...needs]) => needs.map(([feature]) => feature)));
    expect([...needed].sort()).toEqual([...carrierFeatures].sort());
  });
});
