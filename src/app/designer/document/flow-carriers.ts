/** The carriers of the numbers that lead to a flow, and what they do not have. */

import { dialectLacks } from '#api/messaging/dialects.ts';
import type { FlowCarrier } from '#flow/validation/rules/rule.ts';
import { callApi } from '../../client/api.ts';

/** In the order of the carriers. @throws RequestError, also for who may not see them */
export async function fetchFlowCarriers(flow: string): Promise<FlowCarrier[]> {
  const query = { PageSize: 1000 };
  const { addresses } = await callApi('GET /v1/Carrier/Addresses', { query });
  const used = new Set(addresses.flatMap((each) => (each.flow_sid === flow ? [each.carrier_sid] : [])));
  used.delete(null);
  if (used.size === 0) return [];
  const { carriers } = await callApi('GET /v1/Carriers', { query });
  return carriers
    .filter(({ sid }) => used.has(sid))
    .map(({ friendly_name: name, dialect }) => ({ name, lacks: dialectLacks[dialect] }));
}
