/** carrier-feature: what a carrier of the flow's numbers does not have, where its carriers are known. */

import { pointer } from '../../json/json-pointer.ts';
import { carrierNeeds } from '../../widgets/carrier-features.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule } from './rule.ts';

export const carrierFeature: FlowRule = {
  code: 'carrier-feature',
  severity: 'warning',
  check({ widgets, carriers }) {
    return widgets.flatMap(({ type, properties, index }) =>
      (type === undefined ? [] : carrierNeeds(type.type, properties)).flatMap(({ feature, property }) => {
        const carrier = carriers.find(({ lacks }) => lacks.includes(feature));
        if (carrier === undefined) return [];
        const place = property === null ? ['type'] : ['properties', property];
        return [
          {
            message: `The carrier ${quote(carrier.name)} cannot do this: the widget is left as when it fails.`,
            property_path: pointer('states', index, ...place),
          },
        ];
      }),
    );
  },
};
