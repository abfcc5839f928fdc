/** SCIM 2.0 at /scim/v2: what identity providers push, with authentication, media type and errors of its own. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/scim/operations.ts';
import { scimUrns } from '#api/scim/schemas.ts';
import { notFound } from '../../platform/errors.ts';
import { rejectUnsupportedMethod } from '../../platform/http/allowed-methods.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { displayNameOf, externalIdOf, membersOf, userOfBody } from './attributes.ts';
import { resourceTypes, schemaDescriptions, serviceProviderConfig } from './description.ts';
import { parseFilter } from './filter.ts';
import {
  createGroup,
  deleteGroup,
  fetchGroup,
  listGroups,
  patchGroupOf,
  replaceGroup,
} from './groups-service.ts';
import { sendScimError } from './http/error-responses.ts';
import { authenticateProviders, serveScim } from './http/operation-route.ts';
import { presentGroup, presentUser } from './presentation.ts';
import {
  createUser,
  deleteUser,
  fetchUser,
  listUsers,
  patchUserOf,
  replaceUser,
  type Slice,
} from './users-service.ts';

/** Registers SCIM on the server. */
export async function registerScim(app: FastifyInstance, ctx: ServiceContext): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => sendScimError(error, request, reply));
      authenticateProviders(scope, ctx);
      descriptionRoutes(scope);
      userRoutes(scope, ctx);
      groupRoutes(scope, ctx);
      // A catch-all route instead of a not-found handler: the files of the page have a route for every path.
      for (const url of ['/', '/*'])
        scope.all(url, (request) => {
          rejectUnsupportedMethod(request);
          throw notFound();
        });
    },
    { prefix: paths.scim },
  );
}

function descriptionRoutes(app: FastifyInstance): void {
  serveScim(app, operations.fetchScimConfig, ({ base }) => serviceProviderConfig(base));
  serveScim(app, operations.listScimResourceTypes, ({ base }) => listed(resourceTypes(base)));
  serveScim(app, operations.listScimSchemas, ({ base }) => listed(schemaDescriptions(base)));
  serveScim(app, operations.fetchScimResourceType, ({ base, params }) =>
    described(resourceTypes(base), params.Name),
  );
  serveScim(app, operations.fetchScimSchema, ({ base, params }) =>
    described(schemaDescriptions(base), params.Urn),
  );
}

/** The one with that id. @throws Refusal not-found */
function described<Item extends { id: string }>(items: readonly Item[], id: string): Item {
  const found = items.find((each) => each.id === id);
  if (found === undefined) throw notFound();
  return found;
}

const listed = <Item>(items: readonly Item[]) => pageOf(items, { total: items.length, offset: 0 });

function userRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveScim(app, operations.createScimUser, async ({ reply, base, caller, body }) => {
    const user = presentUser(base, await createUser(ctx, caller, userOfBody(body)));
    void reply.header('location', user.meta.location);
    return user;
  });

  serveScim(app, operations.listScimUsers, async ({ base, caller, query }) => {
    const slice = sliceOf(query, maxCount);
    const conditions = conditionsOf(query.filter);
    const { rows, total } = await listUsers(ctx, caller, conditions, slice);
    return pageOf(
      rows.map((each) => presentUser(base, each)),
      { total, offset: slice.offset },
    );
  });

  serveScim(app, operations.fetchScimUser, async ({ base, caller, params }) =>
    presentUser(base, await fetchUser(ctx, caller, params.Id)),
  );

  serveScim(app, operations.replaceScimUser, async ({ base, caller, params, body }) =>
    presentUser(base, await replaceUser(ctx, caller, params.Id, userOfBody(body))),
  );

  serveScim(app, operations.patchScimUser, async ({ base, caller, params, body }) =>
    presentUser(base, await patchUserOf(ctx, caller, params.Id, body)),
  );

  serveScim(app, operations.deleteScimUser, ({ caller, params }) => deleteUser(ctx, caller, params.Id));
}

function groupRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveScim(app, operations.createScimGroup, async ({ reply, base, caller, body }) => {
    const group = presentGroup(base, await createGroup(ctx, caller, groupOfBody(body)));
    void reply.header('location', group.meta.location);
    return group;
  });

  serveScim(app, operations.listScimGroups, async ({ base, caller, query }) => {
    const withMembers = wantsMembers(query);
    const slice = sliceOf(query, withMembers ? maxCountWithMembers : maxCount);
    const conditions = conditionsOf(query.filter);
    const { rows, total } = await listGroups(ctx, caller, conditions, { ...slice, withMembers });
    return pageOf(
      rows.map((each) => presentGroup(base, each)),
      { total, offset: slice.offset },
    );
  });

  serveScim(app, operations.fetchScimGroup, async ({ base, caller, params, query }) =>
    presentGroup(base, await fetchGroup(ctx, caller, params.Id, wantsMembers(query))),
  );

  serveScim(app, operations.replaceScimGroup, async ({ base, caller, params, body }) =>
    presentGroup(base, await replaceGroup(ctx, caller, params.Id, groupOfBody(body))),
  );

  serveScim(app, operations.patchScimGroup, async ({ base, caller, params, query, body }) => {
    await patchGroupOf(ctx, caller, params.Id, body);
    // RFC 7644, 3.5.2: who wants to see it names attributes.
    if (query.attributes === undefined) return undefined;
    return presentGroup(base, await fetchGroup(ctx, caller, params.Id, wantsMembers(query)));
  });

  serveScim(app, operations.deleteScimGroup, ({ caller, params }) => deleteGroup(ctx, caller, params.Id));
}

const defaultCount = 100;
const maxCount = 200;
/** Each may have 5,000. */
const maxCountWithMembers = 20;

const conditionsOf = (filter: string | undefined) => (filter === undefined ? [] : parseFilter(filter));

/** Less than 1 counts as 1, less than 0 as 0 (RFC 7644, 3.4.2.4). */
function sliceOf(
  { startIndex = 1, count = defaultCount }: { startIndex?: number; count?: number },
  max: number,
): Slice {
  return { offset: Math.max(0, startIndex - 1), limit: Math.min(max, Math.max(0, count)) };
}

function pageOf<Item>(Resources: readonly Item[], { total, offset }: { total: number; offset: number }) {
  return {
    schemas: [scimUrns.list],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: Resources.length,
    Resources: [...Resources],
  };
}

/** RFC 7644, 3.9, as far as it is about members. */
function wantsMembers({
  attributes,
  excludedAttributes = '',
}: {
  attributes?: string;
  excludedAttributes?: string;
}): boolean {
  const has = (list: string) => list.split(',').some((each) => /(^|:)members$/i.test(each.trim()));
  return attributes === undefined ? !has(excludedAttributes) : has(attributes);
}

function groupOfBody(body: { displayName: string; externalId?: string | null; members?: unknown[] }) {
  return {
    displayName: displayNameOf(body.displayName),
    externalId: externalIdOf(body.externalId),
    members: new Set(membersOf(body.members ?? [])),
  };
}
