/** Routes: /v3/asm, with unsubscribe groups, their suppressions, and global suppressions. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/groups.ts';
import type { Group } from '#api/email/suppressions.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { emailRoute } from '../../http/operation-route.ts';
import { addSuppressions, fetchSuppression, removeSuppression } from '../service.ts';
import {
  createGroup,
  deleteGroup,
  fetchGroup,
  type GroupWithCount,
  listAllSuppressedInGroups,
  listGroups,
  listGroupsOfRecipient,
  listSuppressedInGroup,
  searchSuppressedInGroup,
  suppressInGroup,
  unsuppressInGroup,
  updateGroup,
} from './service.ts';

export function groupRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createGroup, async ({ caller, body }) =>
    present(await createGroup(ctx, caller, body)),
  );
  emailRoute(app, operations.listGroups, async ({ caller }) => (await listGroups(ctx, caller)).map(present));
  emailRoute(app, operations.fetchGroup, async ({ caller, params }) =>
    present(await fetchGroup(ctx, caller, Number(params.group_id))),
  );
  emailRoute(app, operations.updateGroup, async ({ caller, params, body }) =>
    present(await updateGroup(ctx, caller, Number(params.group_id), body)),
  );
  emailRoute(app, operations.deleteGroup, async ({ caller, params }) => {
    await deleteGroup(ctx, caller, Number(params.group_id));
  });
  groupSuppressionRoutes(app, ctx);
  globalSuppressionRoutes(app, ctx);
}

function groupSuppressionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.addToGroup, async ({ caller, params, body }) => ({
    recipient_emails: await suppressInGroup(ctx, caller, Number(params.group_id), body.recipient_emails),
  }));
  emailRoute(app, operations.listOfGroup, ({ caller, params }) =>
    listSuppressedInGroup(ctx, caller, Number(params.group_id)),
  );
  emailRoute(app, operations.searchInGroup, ({ caller, params, body }) =>
    searchSuppressedInGroup(ctx, caller, Number(params.group_id), body.recipient_emails),
  );
  emailRoute(app, operations.removeFromGroup, async ({ caller, params }) => {
    await unsuppressInGroup(ctx, caller, Number(params.group_id), params.email);
  });
  emailRoute(app, operations.listAllOfGroups, async ({ caller, query }) =>
    (await listAllSuppressedInGroups(ctx, caller, query)).map(({ email, group_id, name, created_at }) => ({
      email,
      group_id,
      group_name: name,
      created_at: Math.floor(created_at / 1000),
    })),
  );
  emailRoute(app, operations.fetchGroupsOfRecipient, async ({ caller, params }) => ({
    suppressions: (await listGroupsOfRecipient(ctx, caller, params.email)).map((group) => ({
      id: group.id,
      name: group.name,
      description: group.description,
      is_default: group.is_default === 1,
      suppressed: group.left,
    })),
  }));
}

function globalSuppressionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.addGlobally, async ({ caller, body }) => ({
    recipient_emails: await addSuppressions(ctx, caller, 'unsubscribes', body.recipient_emails),
  }));
  emailRoute(app, operations.fetchGlobally, async ({ caller, params }) => {
    const [entry] = await fetchSuppression(ctx, caller, 'unsubscribes', params.email);
    return entry === undefined ? {} : { recipient_email: entry.email };
  });
  emailRoute(app, operations.removeGlobally, async ({ caller, params }) => {
    await removeSuppression(ctx, caller, 'unsubscribes', params.email);
  });
}

function present({ id, name, description, is_default, unsubscribes }: GroupWithCount): Group {
  return { id: Number(id), name, description, is_default: is_default === 1, unsubscribes };
}
