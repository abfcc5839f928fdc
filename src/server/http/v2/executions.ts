/** /v2/Flows/{FlowSid}/Executions: create, fetch, list, update, delete, and the context. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ExecutionContextResource, ExecutionResource } from '#api/executions.ts';
import { paths } from '#api/paths.ts';
import { isObject, type JsonObject } from '#flow/json.ts';
import { isPositionByAge, positionByAge } from '../../service/age-position.ts';
import {
  contextOf,
  createExecution,
  deleteExecution,
  type ExecutionKey,
  type ExecutionListFilter,
  type ExecutionListRow,
  type ExecutionRow,
  endExecution,
  fetchExecution,
  listExecutions,
} from '../../service/executions.ts';
import type { Host } from '../../service/host.ts';
import { callerOf } from '../auth.ts';
import { baseUrl } from '../base-url.ts';
import { dateTime, dateTimeOrNull, readDateTime } from '../date-time.ts';
import { type Form, formOf, unfit } from '../form.ts';
import { presentPage, queryOf, readPage } from '../paging.ts';
import { sidParam } from '../sid-param.ts';

type Many = { Params: { flow: string } };
type One = { Params: { flow: string; sid: string } };

const statuses = ['active', 'ended'] as const;
/** Longer than any phone number, SIP address or chat identity. */
const longestAddress = 300;

export function executionRoutes(app: FastifyInstance, host: Host): void {
  app.post<Many>(paths.executions(':flow'), async (request, reply) => {
    const flow = sidParam('FW', request.params.flow);
    const form = formOf(request.body);
    const execution = await createExecution(host, callerOf(request), {
      flow,
      to: readAddress(form, 'To'),
      from: readAddress(form, 'From'),
      parameters: readParameters(form),
    });
    return reply.code(201).send(presentExecution(host, request, execution));
  });

  app.get<Many>(paths.executions(':flow'), async (request) => {
    const flow = sidParam('FW', request.params.flow);
    const want = readPage(request, isPositionByAge);
    return presentPage(host, request, {
      key: 'executions',
      want,
      slice: await listExecutions(host, callerOf(request), flow, readFilter(request), want),
      positionOf: (row) => positionByAge(row),
      present: (row) => presentEntry(host, request, row),
    });
  });

  app.get<One>(paths.execution(':flow', ':sid'), async (request) => {
    const execution = await fetchExecution(host, callerOf(request), executionKey(request.params));
    return presentExecution(host, request, execution);
  });

  app.post<One>(paths.execution(':flow', ':sid'), async (request) => {
    const key = executionKey(request.params);
    const status = formOf(request.body).requiredChoice('Status', statuses);
    const change = status === 'ended' ? endExecution : fetchExecution;
    return presentExecution(host, request, await change(host, callerOf(request), key));
  });

  app.delete<One>(paths.execution(':flow', ':sid'), async (request, reply) => {
    await deleteExecution(host, callerOf(request), executionKey(request.params));
    return reply.code(204).send();
  });

  app.get<One>(
    paths.executionContext(':flow', ':sid'),
    async (request): Promise<ExecutionContextResource> => {
      const execution = await fetchExecution(host, callerOf(request), executionKey(request.params));
      return {
        account_sid: execution.account,
        context: contextOf(execution),
        flow_sid: execution.flow,
        execution_sid: execution.sid,
        url: baseUrl(host, request) + paths.executionContext(execution.flow, execution.sid),
      };
    },
  );
}

/** @throws Refusal not-found when the address holds no such SIDs */
export function executionKey({ flow, sid }: { flow: string; sid: string }): ExecutionKey {
  return { flow: sidParam('FW', flow), sid: sidParam('FN', sid) };
}

function readAddress(form: Form, name: string): string {
  const address = form.required(name).trim();
  if (address.length > longestAddress) throw unfit(name, `must not be longer than ${longestAddress} letters`);
  if (/\p{Cc}/u.test(address)) throw unfit(name, 'must not contain control characters');
  return address;
}

function readParameters(form: Form): JsonObject {
  const value = form.json('Parameters');
  if (value === undefined) return {};
  if (!isObject(value)) throw unfit('Parameters', 'must be a JSON object');
  return value;
}

/** Clients write `status` in lower case, against the habit of the other parameters. */
function readFilter(request: FastifyRequest): ExecutionListFilter {
  const query = queryOf(request);
  const text = query.get('status') || query.get('Status') || undefined;
  const status = statuses.find((each) => each === text);
  if (text !== undefined && status === undefined) throw unfit('Status', `must be ${statuses.join(' or ')}`);
  return { status, from: readDateTime(query, 'DateCreatedFrom'), to: readDateTime(query, 'DateCreatedTo') };
}

/** The resource with its context. */
export function presentExecution(
  host: Host,
  request: FastifyRequest,
  execution: ExecutionRow,
): ExecutionResource {
  return { ...presentEntry(host, request, execution), context: contextOf(execution) };
}

function presentEntry(host: Host, request: FastifyRequest, row: ExecutionListRow): ExecutionResource {
  const base = baseUrl(host, request);
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow,
    contact_channel_address: row.purged_at === null ? row.contact : null,
    contact_sid: null,
    flow_version: row.revision,
    context: null,
    status: row.status,
    initiated_by: row.initiated_by,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.execution(row.flow, row.sid),
    links: {
      steps: base + paths.steps(row.flow, row.sid),
      execution_context: base + paths.executionContext(row.flow, row.sid),
    },
  };
}
