/** What widgets need of the carrier of a call, where not every carrier has it. */

import { type JsonObject, textOf } from '../json/json.ts';
import type { WidgetTypeName } from './widget-type.ts';

export const carrierFeatures = [
  ...['payment', 'voicemail', 'virtual-agent', 'queue', 'workflow', 'stream', 'siprec'],
  ...['client', 'conference', 'sim', 'dial-recording', 'call-recording'],
] as const;

export type CarrierFeature = (typeof carrierFeatures)[number];

/** `property` is where the widget asks for it; null for the widget itself. */
export type NeededFeature = { feature: CarrierFeature; property: string | null };

type Needs = (properties: JsonObject) => NeededFeature[];

const itself =
  (feature: CarrierFeature): Needs =>
  () => [{ feature, property: null }];

const needs: { readonly [T in WidgetTypeName]?: Needs } = {
  'capture-payments': itself('payment'),
  'record-voicemail': itself('voicemail'),
  'connect-virtual-agent': itself('virtual-agent'),
  'connect-virtual-agent-v2': itself('virtual-agent'),
  'record-call': itself('call-recording'),
  'enqueue-call': ({ workflow_sid: workflow }) =>
    textOf(workflow) === ''
      ? [{ feature: 'queue', property: null }]
      : [{ feature: 'workflow', property: 'workflow_sid' }],
  'fork-stream': ({ stream_transport_type: transport }) =>
    transport === 'siprec'
      ? [{ feature: 'siprec', property: 'stream_transport_type' }]
      : [{ feature: 'stream', property: null }],
  'connect-call-to'({ noun, record }) {
    const party = (['client', 'conference', 'sim'] as const).find((each) => each === noun);
    return [
      ...(party === undefined ? [] : [{ feature: party, property: 'noun' }]),
      ...(record === true ? [{ feature: 'dial-recording' as const, property: 'record' }] : []),
    ];
  },
};

export function carrierNeeds(type: WidgetTypeName, properties: JsonObject): NeededFeature[] {
  return needs[type]?.(properties) ?? [];
}
