/**
 * Operations of /v1/Me/Flows, Executions and FailingWebhooks: what a person may see in all accounts in which they have a role.
 * Each row is masked by the role in its own account, which is not that of the session.
 */

import { type Static, Type } from 'typebox';
import { regions } from '../email/regions.ts';
import { accountExecutionSchema } from '../executions/account-execution.ts';
import { executionStatus } from '../executions/schemas.ts';
import { flowSummarySchema } from '../flows/schemas.ts';
import { dateTime, nullable, oneOf, operationsIn, resource, sid, text, url } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';
import { role } from './schemas.ts';

const operation = operationsIn('People');

/** Accounts that one request reads. */
export const accountsAtOnce = 50;

const note = `Of a person who is signed in to the page those of all accounts in which they have a role, of other callers those of the account itself. A request reads ${accountsAtOnce} accounts, in the order of their SIDs, and merges what is in them, newest first; \`next_page_url\` goes on in them, then in the next ${accountsAtOnce}, so that a page may be empty and have a next one. It has no page before it.`;

const query = {
  Account: Type.Optional(
    text('Only accounts with this part in their name, or of that SID.', { maxLength: 200 }),
  ),
  ...pageQuery,
};

const ofAccount = {
  account_sid: sid('AC'),
  account_name: Type.String(),
  role: role('What one may do in that account.'),
};

const { active_executions: _, ...shownOfFlow } = flowSummarySchema.properties;

export const myFlowSchema = resource('MyFlow', { ...ofAccount, ...shownOfFlow });

export type MyFlow = Static<typeof myFlowSchema>;

export const myExecutionSchema = resource('MyExecution', {
  ...ofAccount,
  flow_name: nullable(Type.String()),
  ...accountExecutionSchema.properties,
});

export type MyExecution = Static<typeof myExecutionSchema>;

export const failingWebhookKinds = ['event_webhook', 'sink', 'parse_setting'] as const;

export const myFailingWebhookSchema = resource('MyFailingWebhook', {
  ...ofAccount,
  kind: oneOf(
    failingWebhookKinds,
    'A webhook of email events, an event sink, or where received emails are posted to.',
  ),
  id: Type.String({ description: 'The id of the webhook, the SID of the sink, or the host name.' }),
  region: nullable(oneOf(regions, 'Of email.')),
  friendly_name: nullable(Type.String()),
  destination: url(),
  status: oneOf(['failing', 'failed'], 'failing: it is tried again. failed: it is not.'),
  problem: nullable(Type.String({ personal: 'text', description: 'Why the last attempt failed.' })),
  failing_since: dateTime({ description: 'Of a host name the time of its last attempt.' }),
});

export type MyFailingWebhook = Static<typeof myFailingWebhookSchema>;

export const listMyFlows = operation({
  id: 'ListMyFlow',
  permission: 'flows.read',
  method: 'GET',
  path: paths.myFlows,
  summary: 'List the flows of all accounts that one may see',
  note,
  masksItself: true,
  query: {
    ...query,
    Name: Type.Optional(text('Only flows with this part in their name, or of that SID.', { maxLength: 200 })),
    Status: Type.Optional(
      oneOf(['draft', 'published'], 'published: a revision is published. draft: none is.'),
    ),
  },
  responses: { 200: { text: 'A page of flows.', schema: pageOf('MyFlowPage', 'flows', myFlowSchema) } },
});

export const listMyExecutions = operation({
  id: 'ListMyExecution',
  permission: 'executions.read',
  method: 'GET',
  path: paths.myExecutions,
  summary: 'List the executions of all accounts that one may see',
  note: `${note} Addresses of contacts are masked.`,
  masksItself: true,
  query: { ...query, Status: Type.Optional(executionStatus) },
  responses: {
    200: {
      text: 'A page of executions.',
      schema: pageOf('MyExecutionPage', 'executions', myExecutionSchema),
    },
  },
});

export const listMyFailingWebhooks = operation({
  id: 'ListMyFailingWebhook',
  permission: 'numbers.read',
  method: 'GET',
  path: paths.myFailingWebhooks,
  summary: 'List the failing webhooks of all accounts that one may see',
  note: `Webhooks of email events and event sinks whose last delivery failed, and host names of which the last received email could not be posted; those of email only with the permission \`email.read\`. ${note}`,
  masksItself: true,
  query,
  responses: {
    200: {
      text: 'A page of webhooks.',
      schema: pageOf('MyFailingWebhookPage', 'webhooks', myFailingWebhookSchema),
    },
  },
});
