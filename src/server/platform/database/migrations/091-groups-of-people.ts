/** What a person has of groups and other sources is found by the person, without looking through all groups and accounts. */

import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { anyVersion, type Migration } from './migration.ts';

const indexes = [
  ['group_people_by_person', 'group_people (person, group_sid)'],
  ['member_grants_by_person', 'member_grants (person, account, source)'],
] as const;

export const groupsOfPeople: Migration = {
  name: '091-groups-of-people',
  locks: 'nothing: the indexes are built while writes go on.',
  transaction: false,
  servedSince: anyVersion,
  async up(db) {
    const concurrently = isPostgres(db) ? sql`concurrently` : sql``;
    for (const [name, columns] of indexes) {
      // One that was cut off leaves an index that is not valid.
      await sql`drop index ${concurrently} if exists ${sql.raw(name)}`.execute(db);
      await sql`create index ${concurrently} ${sql.raw(name)} on ${sql.raw(columns)}`.execute(db);
    }
  },
};
