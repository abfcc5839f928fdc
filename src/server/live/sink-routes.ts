/** /v1/Sinks: where the events of the account are posted to. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type EventType, eventTypes } from '#api/live/events.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import type { SinkResource } from '#api/sinks/resources.ts';
import { callerOf } from '../platform/http/authentication.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { type Form, formOf, invalidParameter } from '../platform/http/form.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import { sidParam } from '../platform/http/sid-param.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  createSink,
  fetchSink,
  listSinks,
  removeSink,
  type SinkRow,
  testSink,
  updateSink,
} from './sink-service.ts';

type One = { Params: { sid: string } };

const longestAddress = 2_000;
const secretLengths = { least: 16, most: 200 } as const;

export function sinkRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.post(paths.sinks, async (request, reply) => {
    const form = formOf(request.body);
    const sink = await createSink(ctx, callerOf(request), {
      destination: readDestination(form.required('Destination')),
      kinds: readKinds(form),
      secret: readSecret(form) ?? null,
    });
    return reply.code(201).send(presentSink(ctx, request, sink));
  });

  app.get(paths.sinks, async (request) => {
    const pageRequest = readPage(request, (position) => isSid('DG', position));
    return presentPage(ctx, request, {
      key: 'sinks',
      pageRequest,
      slice: await listSinks(ctx, callerOf(request), pageRequest),
      positionOf: (sink) => sink.sid,
      present: (sink) => presentSink(ctx, request, sink),
    });
  });

  app.get<One>(paths.sink(':sid'), async (request) =>
    presentSink(ctx, request, await fetchSink(ctx, callerOf(request), sinkSid(request))),
  );

  app.post<One>(paths.sink(':sid'), async (request) => {
    const form = formOf(request.body);
    const names = form.names();
    const secret = names.includes('Secret') ? (readSecret(form) ?? null) : undefined;
    const sink = await updateSink(ctx, callerOf(request), sinkSid(request), {
      ...(names.includes('Destination') && { destination: readDestination(form.required('Destination')) }),
      ...(names.includes('Kinds') && { kinds: readKinds(form) }),
      ...(secret !== undefined && { secret }),
    });
    return presentSink(ctx, request, sink);
  });

  app.delete<One>(paths.sink(':sid'), async (request, reply) => {
    await removeSink(ctx, callerOf(request), sinkSid(request));
    return reply.code(204).send();
  });

  app.post<One>(paths.sinkTest(':sid'), async (request, reply) => {
    const sink = await testSink(ctx, callerOf(request), sinkSid(request));
    return reply.code(202).send(presentSink(ctx, request, sink));
  });
}

function sinkSid({ params }: FastifyRequest<One>): string {
  return sidParam('DG', params.sid);
}

function readDestination(text: string): string {
  const url = URL.parse(text.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw invalidParameter('Destination', 'must be an http or https URL');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidParameter(
      'Destination',
      'must not hold a name or a password: it is shown to everybody who lists the sinks',
    );
  }
  if (url.href.length > longestAddress) {
    throw invalidParameter('Destination', `must not be longer than ${longestAddress} letters`);
  }
  return url.href;
}

function readKinds(form: Form): EventType[] {
  const wanted = form.requiredTexts('Kinds');
  const strange = wanted.find((each) => !eventTypes.some((kind) => kind === each));
  if (wanted.length === 0 || strange !== undefined) {
    throw invalidParameter('Kinds', `must be one or more of ${eventTypes.join(', ')}`);
  }
  return eventTypes.filter((kind) => wanted.includes(kind));
}

/** Undefined when it is not there or empty. */
function readSecret(form: Form): string | undefined {
  const secret = form.text('Secret') || undefined;
  const { least, most } = secretLengths;
  if (secret !== undefined && (secret.length < least || secret.length > most)) {
    throw invalidParameter('Secret', `must have from ${least} to ${most} letters`);
  }
  return secret;
}

function presentSink(ctx: ServiceContext, request: FastifyRequest, row: SinkRow): SinkResource {
  const base = baseUrl(ctx, request);
  return {
    sid: row.sid,
    account_sid: row.account,
    destination: row.destination,
    kinds: JSON.parse(row.kinds) as EventType[],
    is_signed: row.secret !== null,
    status: row.status === 'active' && row.problem !== null ? 'failing' : row.status,
    problem: row.problem,
    attempts: row.attempts,
    failing_since: dateTimeOrNull(row.failing_since),
    date_delivered: dateTimeOrNull(row.delivered_at),
    is_testing: row.test_wanted === 1,
    date_tested: dateTimeOrNull(row.tested_at),
    test_problem: row.test_problem,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.sink(row.sid),
    links: { test: base + paths.sinkTest(row.sid) },
  };
}
