/** Routes of groups: /v1/Groups. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/people/group-operations.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { bySid } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { createGroup, deleteGroup, fetchGroup, type Group, listGroups, updateGroup } from './service.ts';

export function groupRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createGroup, async ({ base, caller, form }) => {
    const { Name: name, People: people, Memberships: memberships } = form;
    return presentGroup(base, await createGroup(ctx, caller, { name, people, memberships }));
  });

  serveOperation(app, operations.listGroups, ({ page, base, caller }) =>
    page('groups', bySid('GR'), {
      list: (wanted) => listGroups(ctx, caller, wanted),
      present: (group) => presentGroup(base, group),
    }),
  );

  serveOperation(app, operations.fetchGroup, async ({ base, caller, params }) =>
    presentGroup(base, await fetchGroup(ctx, caller, params.Sid)),
  );

  serveOperation(app, operations.updateGroup, async ({ base, caller, params, form }) => {
    const { Name: name, People: people, Memberships: memberships } = form;
    return presentGroup(base, await updateGroup(ctx, caller, params.Sid, { name, people, memberships }));
  });

  serveOperation(app, operations.deleteGroup, ({ caller, params }) => deleteGroup(ctx, caller, params.Sid));
}

function presentGroup(base: string, group: Group): operations.GroupResource {
  return {
    sid: group.sid,
    account_sid: group.account,
    name: group.name,
    provider_sid: group.provider,
    people: group.people,
    memberships: group.memberships.map(({ account, role }) => ({ account_sid: account, role })),
    date_created: dateTime(group.created_at),
    url: base + paths.group(group.sid),
  };
}
