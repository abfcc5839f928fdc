/** Reads the carriers of the numbers that lead to a flow. */

import { carriersOfFlow } from '#api/messaging/flow-carriers.ts';
import type { FlowCarrier } from '#flow/validation/rules/rule.ts';
import { callApi } from '../../client/api.ts';

/** In the order of the carriers. @throws RequestError, also for who may not see them */
export async function fetchFlowCarriers(flow: string): Promise<FlowCarrier[]> {
  const query = { PageSize: 1000 };
  const { addresses } = await callApi('GET /v1/Carrier/Addresses', { query: { ...query, FlowSid: flow } });
  if (addresses.every(({ carrier_sid: carrier }) => carrier === null)) return [];
  const { carriers } = await callApi('GET /v1/Carriers', { query });
  return carriersOfFlow(flow, addresses, carriers);
}
