/** Flow resources as the server answers them, for tests of the designer. */

import type { FlowResource } from '#api/flows/schemas.ts';
import { emptyDefinition } from '#flow/definition.ts';

const sid = `FW${'1'.repeat(32)}`;

export function flowResource(change: Partial<FlowResource> = {}): FlowResource {
  return {
    sid,
    account_sid: `AC${'2'.repeat(32)}`,
    author_sid: null,
    friendly_name: 'Reminder',
    definition: emptyDefinition(),
    status: 'draft',
    revision: 1,
    commit_message: null,
    valid: true,
    errors: [],
    warnings: [],
    date_created: '2026-11-01T10:00:00Z',
    date_updated: '2026-11-01T10:00:00Z',
    webhook_url: `http://127.0.0.1:4000/v1/Accounts/AC${'2'.repeat(32)}/Flows/${sid}`,
    url: `http://127.0.0.1:4000/v2/Flows/${sid}`,
    links: { test_users: '', revisions: '', executions: '' },
    ...change,
  };
}
