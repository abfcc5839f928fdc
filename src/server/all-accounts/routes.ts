/** Routes of /v1/Me/Flows, Executions and FailingWebhooks: each row is masked by the role in its own account. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { schemaUriAt } from '#api/flows/validation-context.ts';
import type { Operation } from '#api/operation/operation.ts';
import * as operations from '#api/people/all-accounts-operations.ts';
import { isSid } from '#api/sid.ts';
import {
  type AccountExecutionRow,
  listAccountExecutions,
  presentAccountExecution,
} from '../executions/account-list/service.ts';
import {
  type FlowOverview,
  fetchFlowNames,
  listNewestOverviews,
  presentFlowSummary,
} from '../flows/summaries/service.ts';
import { dateTime } from '../platform/http/date-time.ts';
import { maskFor } from '../platform/http/masking.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { byAge, presentPage, readPage } from '../platform/http/paging.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { isPosition, type ListOfAccount, listOverAccounts } from './service.ts';
import { isPositionOfWebhook, listFailingWebhooks, positionOfWebhook } from './webhooks-service.ts';

/** Executions of an account that a request tests for what no index covers. */
const maxTested = 500;

export function allAccountsRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listMyFlows, ({ base, request, caller, query }) => {
    const { Name: name, Status: status, Account: account } = query;
    const filter = { name, ...(status !== undefined && { isPublished: status === 'published' }) };
    return pageOver(ctx, operations.listMyFlows, {
      ...{ base, request, caller, account, key: 'flows', schema: operations.myFlowSchema },
      isInner: (text) => isSid('FW', text),
      positionOf: ({ flow }: FlowOverview) => flow.sid,
      read: (own, wanted) => listNewestOverviews(ctx, own, schemaUriAt(base), filter, wanted),
      present: (rows) =>
        rows.map((row) => {
          const { active_executions: _, ...summary } = presentFlowSummary(row);
          return summary;
        }),
    });
  });

  serveOperation(app, operations.listMyExecutions, ({ base, request, caller, query }) =>
    pageOver(ctx, operations.listMyExecutions, {
      ...{ base, request, caller, account: query.Account },
      ...{ key: 'executions', schema: operations.myExecutionSchema },
      isInner: byAge.isPosition,
      positionOf: (row: AccountExecutionRow) => byAge.positionOf(row),
      read: (own, wanted) => listAccountExecutions(ctx, own, { status: query.Status }, wanted, maxTested),
      present: async (rows) => {
        const flows = rows.map(({ flow }) => flow);
        const names = await fetchFlowNames(ctx, flows);
        return rows.map((row) => ({
          flow_name: names.get(row.flow) ?? null,
          ...presentAccountExecution(row),
        }));
      },
    }),
  );

  serveOperation(app, operations.listMyFailingWebhooks, ({ base, request, caller, query }) =>
    pageOver(ctx, operations.listMyFailingWebhooks, {
      ...{ base, request, caller, account: query.Account },
      ...{ key: 'webhooks', schema: operations.myFailingWebhookSchema },
      isInner: isPositionOfWebhook,
      positionOf: positionOfWebhook,
      read: (own, wanted) => listFailingWebhooks(ctx, own, wanted),
      present: (rows) =>
        rows.map(({ failingSince, ...row }) => ({ ...row, failing_since: dateTime(failingSince) })),
    }),
  );
}

type View<Key, Row, Item> = ListOfAccount<Row> & {
  base: string;
  request: FastifyRequest;
  caller: Caller;
  account: string | undefined;
  key: Key;
  /** Of a row of the response. */
  schema: TSchema;
  isInner(text: string): boolean;
  present(rows: readonly Row[]): readonly Item[] | Promise<readonly Item[]>;
};

async function pageOver<Key extends string, Row, Item extends object>(
  ctx: ServiceContext,
  operation: Operation & { permission: NonNullable<Operation['permission']> },
  { base, request, caller, account, key, schema, isInner, present, ...list }: View<Key, Row, Item>,
) {
  const pageRequest = readPage(request, (text) => isPosition(text, isInner));
  const { permission } = operation;
  const position = { size: pageRequest.size, from: pageRequest.from?.position ?? null };
  const { rows, end } = await listOverAccounts(ctx, caller, { permission, account }, position, list);
  const items = await present(rows.map(({ row }) => row));
  return presentPage(base, request, {
    key,
    pageRequest,
    slice: {
      rows: rows.map(({ account: { sid, name, role } }, index) => ({
        role,
        item: { account_sid: sid, account_name: name, role, ...(items[index] as Item) },
      })),
      ...{ newer: false, older: end !== null, end },
    },
    // The page ends at `end`, and has none before it.
    positionOf: () => '',
    present: ({ role, item }) => maskFor({ ...caller, role }, operation)(schema, item),
  });
}
