/** /v2/Flows: create, fetch, list, update, delete, validate. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FlowFinding, FlowResource, FlowStatus } from '#api/flows.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import { checkDefinition } from '../../service/checked-definition.ts';
import {
  createFlow,
  deleteFlow,
  type FlowEntry,
  type FlowRecord,
  fetchFlow,
  listFlows,
  type NewFlow,
  updateFlow,
} from '../../service/flows.ts';
import type { Host } from '../../service/host.ts';
import { callerOf } from '../auth.ts';
import { baseUrl } from '../base-url.ts';
import { dateTime, dateTimeOrNull } from '../date-time.ts';
import { type Form, formOf, unfit } from '../form.ts';
import { presentPage, readPage } from '../paging.ts';
import { sidParam } from '../sid-param.ts';

type One = { Params: { sid: string } };

export function flowRoutes(app: FastifyInstance, host: Host): void {
  app.post(paths.flows, async (request, reply) => {
    const record = await createFlow(host, callerOf(request), readNewFlow(formOf(request.body)));
    return reply.code(201).send(presentFlow(host, request, record));
  });

  app.get(paths.flows, async (request) => {
    const want = readPage(request, (position) => isSid('FW', position));
    return presentPage(host, request, {
      key: 'flows',
      want,
      slice: await listFlows(host, callerOf(request), want),
      positionOf: (flow) => flow.sid,
      present: (flow) => presentEntry(host, request, flow),
    });
  });

  app.post(paths.validate, async (request) => {
    checkDefinition(readNewFlow(formOf(request.body)).definition);
    return { valid: true };
  });

  app.get<One>(paths.flow(':sid'), async (request) => {
    const sid = sidParam('FW', request.params.sid);
    return presentFlow(host, request, await fetchFlow(host, callerOf(request), sid));
  });

  app.post<One>(paths.flow(':sid'), async (request) => {
    const sid = sidParam('FW', request.params.sid);
    const form = formOf(request.body);
    const record = await updateFlow(host, callerOf(request), sid, {
      status: readStatus(form),
      friendlyName: form.text('FriendlyName') || undefined,
      definition: form.json('Definition'),
      commitMessage: form.text('CommitMessage') ?? null,
      author: readAuthor(form),
    });
    return presentFlow(host, request, record);
  });

  app.delete<One>(paths.flow(':sid'), async (request, reply) => {
    await deleteFlow(host, callerOf(request), sidParam('FW', request.params.sid));
    return reply.code(204).send();
  });
}

function readNewFlow(form: Form): NewFlow {
  const friendlyName = form.required('FriendlyName');
  const status = readStatus(form);
  const definition = form.json('Definition');
  // An empty field is missing too; required() says so.
  if (definition === undefined) form.required('Definition');
  return {
    friendlyName,
    status,
    definition,
    commitMessage: form.text('CommitMessage') ?? null,
    author: readAuthor(form),
  };
}

function readStatus(form: Form): FlowStatus {
  return form.requiredChoice('Status', ['draft', 'published']);
}

function readAuthor(form: Form): string | null {
  const author = form.text('AuthorSid') || null;
  if (author !== null && !isSid('US', author)) throw unfit('AuthorSid', 'must be the SID of a user');
  return author;
}

function presentFlow(host: Host, request: FastifyRequest, { flow, newest }: FlowRecord): FlowResource {
  return {
    ...presentEntry(host, request, flow),
    definition: JSON.parse(newest.definition) as FlowResource['definition'],
    commit_message: newest.commit_message,
    valid: true,
    errors: [],
    warnings: JSON.parse(newest.warnings) as FlowFinding[],
  };
}

function presentEntry(host: Host, request: FastifyRequest, flow: FlowEntry): FlowResource {
  const base = baseUrl(host, request);
  return {
    sid: flow.sid,
    account_sid: flow.account,
    author_sid: flow.author,
    friendly_name: flow.friendly_name,
    definition: null,
    status: flow.status,
    revision: flow.revision,
    commit_message: null,
    valid: null,
    errors: null,
    warnings: null,
    date_created: dateTime(flow.created_at),
    date_updated: dateTimeOrNull(flow.updated_at),
    webhook_url: base + paths.webhook(flow.account, flow.sid),
    url: base + paths.flow(flow.sid),
    links: {
      test_users: base + paths.testUsers(flow.sid),
      revisions: base + paths.revisions(flow.sid),
      executions: base + paths.executions(flow.sid),
    },
  };
}
