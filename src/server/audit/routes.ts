/** Routes of /v1/AuditEvents: the list, one event, the verification, and files. */

import type { FastifyInstance } from 'fastify';
import type { AuditEventResource, AuditRecord } from '#api/audit/operations.ts';
import * as operations from '#api/audit/operations.ts';
import type { FieldValues } from '#api/operation/operation.ts';
import { paths } from '#api/paths.ts';
import { recordOf, textOf } from '../platform/audit/chain.ts';
import { csvLine } from '../platform/http/csv.ts';
import { readDateTime } from '../platform/http/date-time.ts';
import { invalidParameter } from '../platform/http/form.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import type { Cursor } from '../platform/http/paging.ts';
import { streamTexts } from '../platform/http/text-stream.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { verifyChain } from './chain-service.ts';
import {
  type AuditEventCells,
  type AuditFilter,
  countEvents,
  exportEvents,
  fetchEvent,
  listEvents,
} from './service.ts';

const columns = [
  ...['sequence', 'date', 'operation', 'by', 'actor_sid', 'actor_name', 'actor_role'],
  ...['object_kind', 'object_sid', 'object_name', 'changes', 'reason', 'address', 'request_id', 'hash'],
] as (keyof AuditRecord)[];

/** The events of a quarter and some days more: the list may leave out days. */
const maxCountedMs = 100 * 86_400_000;

/** The beginning of a SID, which one who can write to the database may have made of anything. */
const byAnySid: Cursor<AuditEventCells> = {
  isPosition: (text) => /^[^\0]{0,200}$/u.test(text),
  positionOf: ({ sid }) => /^[^\0]{0,200}/u.exec(textOf(sid) ?? '')?.[0] ?? '',
};

export function auditRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listAuditEvents, ({ page, base, caller, query }) =>
    page('events', byAnySid, {
      list: (wanted) => listEvents(ctx, caller, { ...filterOf(query), below: query.Below === true }, wanted),
      present: (row) => presentEvent(base, row),
    }),
  );

  serveOperation(app, operations.countAuditEvents, async ({ caller, query }) => {
    const starts = query.Starts.split(',').map((text) => readDateTime('Starts', text) ?? 0);
    const isRising = starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? 0));
    if (!isRising || (starts.at(-1) ?? 0) - (starts[0] ?? 0) > maxCountedMs) {
      throw invalidParameter('Starts', 'must be ascending, and at most 100 days in all');
    }
    const wanted = { ...filterOf(query), below: query.Below === true };
    const counts = await countEvents(ctx, caller, wanted, starts);
    return {
      days: counts.map((events, index) => ({
        date_start: new Date(starts[index] ?? 0).toISOString(),
        events,
      })),
    };
  });

  serveOperation(app, operations.verifyAuditLog, async ({ caller, query }) => ({
    account_sid: caller.account,
    ...(await verifyChain(ctx, caller, query.AfterSequence)),
  }));

  serveOperation(app, operations.fetchAuditEvent, async ({ base, caller, params }) => {
    const { row, links } = await fetchEvent(ctx, caller, params.Sid);
    return { ...presentEvent(base, row), ...links };
  });

  serveOperation(app, operations.exportAuditCsv, ({ caller, query, reply }) => {
    const texts = linesOf(ctx, caller, filterOf(query), csvOf);
    return streamTexts(reply, 'text/csv', withHead(csvLine(columns), texts), 'audit-log.csv');
  });

  serveOperation(app, operations.exportAuditLines, ({ caller, query, reply }) => {
    const texts = linesOf(ctx, caller, filterOf(query), (record) => `${JSON.stringify(record)}\n`);
    return streamTexts(reply, 'application/jsonl', texts, 'audit-log.jsonl');
  });
}

/** @throws Refusal naming the parameter that is no date */
function filterOf(query: FieldValues<typeof operations.auditFilters>): AuditFilter {
  return {
    actor: query.Actor,
    by: query.By,
    operation: query.Operation,
    object: query.Object,
    objectSid: query.ObjectSid,
    search: query.Search,
    from: readDateTime('DateFrom', query.DateFrom),
    to: readDateTime('DateTo', query.DateTo),
  };
}

/** Written as the client reads it, so that a long file costs no memory. */
async function* linesOf(
  ctx: ServiceContext,
  caller: Caller,
  filter: AuditFilter,
  lineOf: (record: AuditRecord) => string,
): AsyncGenerator<string> {
  for await (const rows of exportEvents(ctx, caller, filter, operations.maxExportedEvents)) {
    if (rows.length > 0) yield rows.map((row) => lineOf(recordOf(row))).join('');
  }
}

async function* withHead(head: string, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* texts;
}

function csvOf(record: AuditRecord): string {
  const changes = record.changes.map(({ field, before, after, is_secret }) =>
    is_secret ? `${field}: not shown` : `${field}: ${before ?? ''} → ${after ?? ''}`,
  );
  const values = { ...record, changes: changes.join('; ') };
  return csvLine(columns.map((column) => values[column]));
}

function presentEvent(base: string, row: AuditEventCells): AuditEventResource {
  return { ...recordOf(row), url: base + paths.auditEvent(row.sid) };
}
