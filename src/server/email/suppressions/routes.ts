/** Routes of the suppression lists: /v3/suppression, and /v1/Mail/Suppressions for their CSV files. */

import type { FastifyInstance } from 'fastify';
import { countBounceDomains, countBounces } from '#api/email/operations/bounces.ts';
import {
  exportSuppressions as exportOperation,
  importSuppressions as importOperation,
} from '#api/email/operations/suppression-files.ts';
import { suppressionOperations } from '#api/email/operations/suppressions.ts';
import { suppressionLists } from '#api/email/statuses.ts';
import type { Suppression } from '#api/email/suppressions.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { streamTexts } from '../../platform/http/text-stream.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { actingCaller } from '../http/acting-caller.ts';
import { emailRoute } from '../http/operation-route.ts';
import { countClassifications, countDomains } from './classifications.ts';
import { exportSuppressions, importSuppressions } from './files.ts';
import {
  addSuppressions,
  fetchSuppression,
  listSuppressions,
  removeSuppression,
  removeSuppressions,
  type SuppressionEntry,
} from './service.ts';

export function suppressionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, countBounces, async ({ caller, query }) => ({
    result: await countClassifications(ctx, caller, query),
  }));
  emailRoute(app, countBounceDomains, async ({ caller, params, query }) => ({
    result: await countDomains(ctx, caller, params.classification, query),
  }));
  for (const list of suppressionLists) {
    const operations = suppressionOperations[list];
    emailRoute(app, operations.list, async ({ caller, query }) =>
      (await listSuppressions(ctx, caller, list, query)).map(present),
    );
    emailRoute(app, operations.add, async ({ caller, body }) => ({
      recipient_emails: await addSuppressions(ctx, caller, list, body.recipient_emails),
    }));
    emailRoute(app, operations.clear, async ({ caller, body }) => {
      await removeSuppressions(ctx, caller, list, body);
    });
    emailRoute(app, operations.fetch, async ({ caller, params }) =>
      (await fetchSuppression(ctx, caller, list, params.email)).map(present),
    );
    emailRoute(app, operations.remove, async ({ caller, params }) => {
      await removeSuppression(ctx, caller, list, params.email);
    });
  }
}

/** An entry with the fields of its list. */
function present({ list, email, reason, status, ip, created_at }: SuppressionEntry): Suppression {
  const entry = { created: Math.floor(created_at / 1000), email };
  switch (list) {
    case 'bounces':
    case 'blocks':
      return { ...entry, reason, status };
    case 'invalid_emails':
      return { ...entry, reason };
    case 'spam_reports':
      return { ...entry, ip };
    case 'unsubscribes':
      return entry;
  }
}

/** /v1/Mail/Suppressions: the lists as CSV files. */
export function suppressionFileRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, importOperation, async ({ request, caller, params, form }) => {
    const actor = await actingCaller(ctx, { request, caller, region: form.Region });
    return importSuppressions(ctx, actor, params.List, form.Csv);
  });

  serveOperation(app, exportOperation, async ({ request, reply, caller, params, query }) => {
    const actor = await actingCaller(ctx, { request, caller, region: query.Region }, query.OnBehalfOf);
    return streamTexts(reply, 'text/csv', exportSuppressions(ctx, actor, params.List), `${params.List}.csv`);
  });
}
