/** Queries of the revisions that can be run, and for whom. */

import { sql } from 'kysely';
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
    .where('account', '=', value('account'))
    .where('deleted_at', 'is', null),
);

export async function findRunnable(db: Queries, account: string, sid: string): Promise<Runnable | undefined> {
  return (await findFlow(db, { account, sid }))[0];
}

/** A flow of an account, and the address of a contact. */
export type FlowForContact = { account: string; flow: string; contact: string };

/**
 * The statement that finds the revision that a contact gets: test users the newest, everybody else the published one, or
 * null. No row when the account has no such flow.
 */
export function contactRevisionStatement(db: Queries, value: Values<FlowForContact>) {
  return db
    .selectFrom('flows')
    .select(['flows.sid as flow_sid'])
    .select(({ exists, selectFrom }) =>
      // Only a draft needs the look at the test users.
      sql<number | null>`case
        when flows.published_revision = flows.revision then flows.revision
        when ${exists(
          selectFrom('test_users')
            .select('test_users.position')
            .where('test_users.flow', '=', value('flow'))
            .where('test_users.identity', '=', value('contact')),
        )} then flows.revision
        else flows.published_revision end`.as('contact_revision'),
    )
    .where('flows.sid', '=', value('flow'))
    .where('flows.account', '=', value('account'))
    .where('flows.deleted_at', 'is', null);
}

const findContactRevision = prepared(contactRevisionStatement);

/** The revision that a contact gets, null when none is published; undefined when the account has no such flow. */
export async function findRevisionFor(db: Queries, key: FlowForContact): Promise<number | null | undefined> {
  return (await findContactRevision(db, key))[0]?.contact_revision;
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
