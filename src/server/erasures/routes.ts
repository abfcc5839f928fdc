/** /v1/Erasures and /v1/Contacts. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import * as operations from '#api/erasures/operations.ts';
import { erasurePaths } from '#api/erasures/paths.ts';
import { readActingPerson } from '../platform/acting-person.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import { streamTexts } from '../platform/http/text-stream.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { exportContact, searchContact } from './export-service.ts';
import { createErasure, type Erasure, fetchErasure, listErasures } from './service.ts';

export function erasureRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createErasure, async ({ base, caller, form: { Values, Reason } }) =>
    present(base, await createErasure(ctx, caller, { values: Values, reason: Reason })),
  );

  serveOperation(app, operations.listErasures, ({ page, base, caller }) =>
    page('erasures', bySid('ER'), {
      list: (wanted) => listErasures(ctx, caller, wanted),
      present: (row) => present(base, row),
    }),
  );

  serveOperation(app, operations.fetchErasure, async ({ base, caller, params: { Sid } }) =>
    present(base, await fetchErasure(ctx, caller, Sid)),
  );

  serveOperation(app, operations.searchContact, async ({ caller, form, reply }) =>
    sent(reply, await searchContact(ctx, caller, form.Values)),
  );

  serveOperation(app, operations.exportContact, async ({ caller, form: { Values, Reason }, reply }) => {
    const lines = await exportContact(ctx, caller, { values: Values, reason: Reason });
    return sent(reply, lines, 'contact.jsonl');
  });
}

function sent(reply: FastifyReply, lines: AsyncGenerator<string>, name?: string): string {
  void reply.header('cache-control', 'no-store');
  return streamTexts(reply, 'application/jsonl', lines, name);
}

function present(base: string, row: Erasure): operations.ErasureResource {
  return {
    ...{ sid: row.sid, account_sid: row.account, status: row.status, problem: row.problem },
    requested_by: readActingPerson(row.requested_by),
    ...{ counts: JSON.parse(row.counts), digests: JSON.parse(row.digests) },
    ...{ certificate: row.certificate, signature: row.signature, public_key: row.public_key },
    ...{ date_created: dateTime(row.created_at), date_completed: dateTimeOrNull(row.completed_at) },
    url: base + erasurePaths.erasure(row.sid),
  };
}
