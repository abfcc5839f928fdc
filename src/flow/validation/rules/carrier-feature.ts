/** carrier-feature: what a carrier of the flow's numbers does not have, where its carriers are known. */

import { type Pointer, pointer } from '../../json/json-pointer.ts';
import { type CarrierFeature, carrierNeeds } from '../../widgets/carrier-features.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule, WidgetView } from './rule.ts';

export const carrierFeature: FlowRule = {
  code: 'carrier-feature',
  severity: 'warning',
  check({ widgets, carriers }) {
    return widgets.flatMap(needsOfWidget).flatMap(({ feature, property_path }) => {
      const carrier = carriers.find(({ lacks }) => lacks.includes(feature));
      if (carrier === undefined) return [];
      const message = `The carrier ${quote(carrier.name)} cannot do this: the widget is left as when it fails.`;
      return [{ message, property_path }];
    });
  },
};

/** What a widget needs of its carrier, each with the place that the finding has where a carrier lacks it. */
export function needsOfWidget({
  type,
  properties,
  index,
}: WidgetView): { feature: CarrierFeature; property_path: Pointer }[] {
  const needs = type === undefined ? [] : carrierNeeds(type.type, properties);
  return needs.map(({ feature, property }) => {
    const place = property === null ? ['type'] : ['properties', property];
    return { feature, property_path: pointer('states', index, ...place) };
  });
}
