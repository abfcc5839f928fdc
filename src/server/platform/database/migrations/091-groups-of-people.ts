/** What a person has of groups and other sources is found by the person, without looking through all groups and accounts. */

import { buildIndex } from './build-index.ts';
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
    for (const [name, on] of indexes) await buildIndex(db, name, on);
  },
};
