/** Rows of pictures of people. */

import type { Queries } from '../../platform/database/database.ts';
import type { PersonPictureRow } from '../../platform/database/schema/people.ts';

export async function upsertPicture(tx: Queries, row: PersonPictureRow): Promise<void> {
  const { version, png } = row;
  await tx
    .insertInto('person_pictures')
    .values(row)
    .onConflict((conflict) => conflict.column('person').doUpdateSet({ version, png }))
    .execute();
}

/** False when there was none. */
export async function deletePictureRow(tx: Queries, person: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('person_pictures')
    .where('person', '=', person)
    .returning('person')
    .execute();
  return rows.length > 0;
}

export async function findPictureVersion(db: Queries, person: string): Promise<string | null> {
  const row = await db
    .selectFrom('person_pictures')
    .select('version')
    .where('person', '=', person)
    .executeTakeFirst();
  return row?.version ?? null;
}

/** The picture of a member of one of the accounts. */
export function findPicture(
  db: Queries,
  accounts: readonly string[],
  person: string,
): Promise<PersonPictureRow | undefined> {
  return ofMembers(db, accounts).selectAll('person_pictures').where('person', '=', person).executeTakeFirst();
}

export function listPictureVersions(
  db: Queries,
  accounts: readonly string[],
  limit: number,
): Promise<Omit<PersonPictureRow, 'png'>[]> {
  return ofMembers(db, accounts)
    .select(['person_pictures.person', 'person_pictures.version'])
    .orderBy('person_pictures.person')
    .limit(limit)
    .execute();
}

function ofMembers(db: Queries, accounts: readonly string[]) {
  return db.selectFrom('person_pictures').where((eb) =>
    eb.exists(
      eb
        .selectFrom('members')
        .select('members.person')
        .whereRef('members.person', '=', 'person_pictures.person')
        .where('members.account', 'in', [...accounts]),
    ),
  );
}
