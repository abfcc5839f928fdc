/** Routes of the list over all flows: /v1/Executions, the same as CSV, and the address of a contact. */

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { maxExportedExecutions } from '#api/executions/account-execution.ts';
import * as operations from '#api/executions/account-list.ts';
import { ageCursor, isAgeCursor, parseAgeCursor } from '../../platform/database/age-cursor.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { presentPage, readPage } from '../../platform/http/paging.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { csvHead, csvLine } from './csv.ts';
import { readAccountFilter } from './filter.ts';
import { presentAccountExecution } from './presentation.ts';
import {
  type AccountExecutionFilter,
  exportAccountExecutions,
  fetchAccountExecutions,
  listAccountExecutions,
  revealContact,
} from './service.ts';

export function accountExecutionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listAccountExecutions, async ({ request, caller, query }) => {
    const pageRequest = readPage(request, isAgeCursor);
    const filter = await readAccountFilter(ctx, caller, query);
    const { searchedTo, ...slice } =
      query.Sids === undefined
        ? await listAccountExecutions(ctx, caller, filter, pageRequest)
        : {
            rows: await fetchAccountExecutions(ctx, caller, query.Sids.split(',')),
            ...{ newer: false, older: false, searchedTo: null },
          };
    const page = presentPage(ctx, request, {
      key: 'executions',
      pageRequest,
      slice: { ...slice, end: searchedTo },
      positionOf: (row) => ageCursor(row),
      present: presentAccountExecution,
    });
    const end = searchedTo === null ? null : parseAgeCursor(searchedTo);
    const widget = filter.widgetNames?.[0] ?? filter.widget ?? null;
    return { ...page, searched_to: end === null ? null : dateTime(end.created_at), widget };
  });

  serveOperation(app, operations.exportAccountExecutions, async ({ caller, query, reply }) => {
    const filter = await readAccountFilter(ctx, caller, query);
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="executions.csv"');
    // It is written as the client reads it, so that a long file costs no memory.
    return Readable.from(csvTexts(ctx, caller, filter)) as unknown as string;
  });

  serveOperation(app, operations.revealContact, async ({ caller, params: { Sid } }) => ({
    sid: Sid,
    contact_channel_address: await revealContact(ctx, caller, Sid),
  }));
}

async function* csvTexts(
  ctx: ServiceContext,
  caller: Caller,
  filter: AccountExecutionFilter,
): AsyncGenerator<string> {
  yield csvHead;
  const pages = exportAccountExecutions(ctx, caller, filter, maxExportedExecutions);
  for await (const rows of pages) {
    if (rows.length > 0) yield rows.map((row) => csvLine(presentAccountExecution(row))).join('');
  }
}
