/** Queries of the revisions that can be run, and for whom. */

import type { Queries } from '../../platform/database/database.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { FlowRow } from '../../platform/database/schema/tables.ts';

/** The numbers of the newest and of the published revision. */
export type Runnable = Pick<FlowRow, 'revision' | 'published_revision'>;

const findFlow = prepared((db, value: Values<{ account: string; sid: string }>) =>
  db
    .selectFrom('flows')
    .select(['revision', 'published_revision'])
    .where('sid', '=', value('sid'))
    .where('account', '=', value('account')),
);

export async function findRunnable(db: Queries, account: string, sid: string): Promise<Runnable | undefined> {
  return (await findFlow(db, { account, sid }))[0];
}

const findTestUser = prepared((db, value: Values<{ flow: string; identity: string }>) =>
  db
    .selectFrom('test_users')
    .select('position')
    .where('flow', '=', value('flow'))
    .where('identity', '=', value('identity')),
);

/** True when `identity` may run the flow's drafts. */
export async function mayRunDrafts(db: Queries, flow: string, identity: string): Promise<boolean> {
  return (await findTestUser(db, { flow, identity })).length > 0;
}

const findDefinition = prepared((db, value: Values<{ flow: string; revision: number }>) =>
  db
    .selectFrom('revisions')
    .select('definition')
    .where('flow', '=', value('flow'))
    .where('revision', '=', value('revision')),
);

/** The JSON of a revision's definition. */
export async function findDefinitionText(
  db: Queries,
  flow: string,
  revision: number,
): Promise<string | undefined> {
  return (await findDefinition(db, { flow, revision }))[0]?.definition;
}
