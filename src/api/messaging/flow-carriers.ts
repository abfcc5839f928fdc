/** The carriers of the numbers that lead to a flow, and what they do not have. */

import type { FlowCarrier } from '#flow/validation/rules/rule.ts';
import type { CarrierResource } from './carrier-operations.ts';
import { dialectLacks } from './dialects.ts';
import type { AddressResource } from './operations.ts';

/** In the order of `carriers`. */
export function carriersOfFlow(
  flow: string,
  addresses: readonly Pick<AddressResource, 'flow_sid' | 'carrier_sid'>[],
  carriers: readonly Pick<CarrierResource, 'sid' | 'friendly_name' | 'dialect'>[],
): FlowCarrier[] {
  const used = new Set(addresses.flatMap((each) => (each.flow_sid === flow ? [each.carrier_sid] : [])));
  return carriers
    .filter(({ sid }) => used.has(sid))
    .map(({ friendly_name: name, dialect }) => ({ name, lacks: dialectLacks[dialect] }));
}
