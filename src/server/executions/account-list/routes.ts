/** Routes of the list over all flows: /v1/Executions, the same as CSV, and the address of a contact. */

import type { FastifyInstance } from 'fastify';
import {
  type AccountExecution,
  accountExecutionSchema,
  maxExportedExecutions,
} from '#api/executions/account-execution.ts';
import * as operations from '#api/executions/account-list.ts';
import { parseAgeCursor } from '../../platform/database/age-cursor.ts';
import { csvLine } from '../../platform/http/csv.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import type { Mask } from '../../platform/http/masking.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { byAge, presentPage, readPage } from '../../platform/http/paging.ts';
import { streamTexts } from '../../platform/http/text-stream.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { readAccountFilter } from './filter.ts';
import {
  type AccountExecutionFilter,
  type AccountExecutionRow,
  exportAccountExecutions,
  fetchAccountExecutions,
  listAccountExecutions,
  presentAccountExecution,
  revealContact,
} from './service.ts';

const columns = [
  'sid',
  'status',
  'contact_masked',
  'flow_sid',
  'flow_version',
  'widget',
  'event',
  'error_code',
  'channel',
  'date_created',
  'date_updated',
] as const satisfies (keyof AccountExecution)[];

/** The line of the names of the columns. */
const csvHead = csvLine(columns);

const lineOf = (execution: AccountExecution) => csvLine(columns.map((column) => execution[column]));

export function accountExecutionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listAccountExecutions, async ({ base, request, caller, query }) => {
    const pageRequest = readPage(request, byAge.isPosition);
    const filter = await readAccountFilter(ctx, caller, query);
    const { searchedTo, ...slice } =
      query.Sids === undefined
        ? await listAccountExecutions(ctx, caller, filter, pageRequest)
        : {
            rows: await fetchAccountExecutions(ctx, caller, query.Sids.split(',')),
            ...{ newer: false, older: false, searchedTo: null },
          };
    const page = presentPage(base, request, {
      key: 'executions',
      pageRequest,
      slice: { ...slice, end: searchedTo },
      positionOf: byAge.positionOf,
      present: presentAccountExecution,
    });
    const end = searchedTo === null ? null : parseAgeCursor(searchedTo);
    const widget = filter.widgetNames?.[0] ?? filter.widget ?? null;
    return { ...page, searched_to: end === null ? null : dateTime(end.created_at), widget };
  });

  serveOperation(app, operations.exportAccountExecutions, async ({ caller, query, reply, mask }) => {
    const filter = await readAccountFilter(ctx, caller, query);
    return streamTexts(reply, 'text/csv', csvTexts(ctx, { caller, mask }, filter), 'executions.csv');
  });

  serveOperation(app, operations.revealContact, async ({ caller, params: { Sid } }) => ({
    sid: Sid,
    contact_channel_address: await revealContact(ctx, caller, Sid),
  }));
}

async function* csvTexts(
  ctx: ServiceContext,
  { caller, mask }: { caller: Caller; mask: Mask },
  filter: AccountExecutionFilter,
): AsyncGenerator<string> {
  yield csvHead;
  const pages = exportAccountExecutions(ctx, caller, filter, maxExportedExecutions);
  for await (const rows of pages) {
    const line = (row: AccountExecutionRow) =>
      lineOf(mask(accountExecutionSchema, presentAccountExecution(row)));
    if (rows.length > 0) yield rows.map(line).join('');
  }
}
