/** Rows of second factors, recovery codes, passkeys, and challenges that were answered. */

import type { Queries } from '../../platform/database/database.ts';
import type { PasskeyRow, SecondFactorRow, UsedChallengeRow } from '../../platform/database/schema/people.ts';

/** One that is set up; its code may not have been confirmed yet. */
export function findFactor(db: Queries, person: string): Promise<SecondFactorRow | undefined> {
  return db.selectFrom('second_factors').selectAll().where('person', '=', person).executeTakeFirst();
}

/** The same, which no other transaction changes until this one is over. */
export async function lockFactor(tx: Queries, person: string): Promise<SecondFactorRow | undefined> {
  await tx
    .updateTable('second_factors')
    .set((row) => ({ wrong: row.ref('wrong') }))
    .where('person', '=', person)
    .execute();
  return findFactor(tx, person);
}

/** Stores one instead of another that was not enabled. */
export async function replaceFactor(tx: Queries, row: SecondFactorRow): Promise<void> {
  await deleteFactor(tx, row.person);
  await tx.insertInto('second_factors').values(row).execute();
}

export async function updateFactor(
  tx: Queries,
  person: string,
  change: Partial<Pick<SecondFactorRow, 'enabled_at' | 'last_step' | 'wrong' | 'wrong_since'>>,
): Promise<void> {
  await tx.updateTable('second_factors').set(change).where('person', '=', person).execute();
}

/** With its recovery codes. */
export async function deleteFactor(tx: Queries, person: string): Promise<void> {
  await tx.deleteFrom('second_factors').where('person', '=', person).execute();
  await tx.deleteFrom('recovery_codes').where('person', '=', person).execute();
}

export async function replaceRecoveryCodes(
  tx: Queries,
  person: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('person', '=', person).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ person, code_hash })))
    .execute();
}

/** False when there is no such code any more. */
export async function deleteRecoveryCode(tx: Queries, person: string, hash: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('recovery_codes')
    .where('person', '=', person)
    .where('code_hash', '=', hash)
    .returning('code_hash')
    .execute();
  return rows.length === 1;
}

export async function countRecoveryCodes(db: Queries, person: string): Promise<number> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('person', '=', person)
    .execute();
  return rows.length;
}

/** The newest first. */
export function listPasskeysOf(db: Queries, person: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('person', '=', person).orderBy('sid', 'desc').execute();
}

/** Those of the people who have a passkey, and those who have an authenticator app. */
export async function listPeopleWithFactors(
  db: Queries,
  people: readonly string[],
): Promise<{ passkey: Set<string>; app: Set<string> }> {
  const passkeys = await db
    .selectFrom('passkeys')
    .select('person')
    .distinct()
    .where('person', 'in', people)
    .execute();
  const apps = await db
    .selectFrom('second_factors')
    .select('person')
    .where('person', 'in', people)
    .where('enabled_at', 'is not', null)
    .execute();
  const set = (rows: readonly { person: string }[]) => new Set(rows.map(({ person }) => person));
  return { passkey: set(passkeys), app: set(apps) };
}

export function findPasskey(db: Queries, credential: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential', '=', credential).executeTakeFirst();
}

/** False when an authenticator has given that credential before. */
export async function insertPasskey(tx: Queries, row: PasskeyRow): Promise<boolean> {
  const rows = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential').doNothing())
    .returning('sid')
    .execute();
  return rows.length === 1;
}

export async function updatePasskey(
  tx: Queries,
  sid: string,
  change: Pick<PasskeyRow, 'counter' | 'is_synced' | 'used_at'>,
): Promise<void> {
  await tx.updateTable('passkeys').set(change).where('sid', '=', sid).execute();
}

/** False when the person has no such passkey. */
export async function deletePasskeyRow(tx: Queries, person: string, sid: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('passkeys')
    .where('person', '=', person)
    .where('sid', '=', sid)
    .returning('sid')
    .execute();
  return rows.length === 1;
}

export async function deletePasskeysOf(tx: Queries, person: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('person', '=', person).execute();
}

export async function deleteOldChallenges(tx: Queries, now: number): Promise<void> {
  await tx.deleteFrom('used_challenges').where('expires_at', '<=', now).execute();
}

/** False when it was answered before. */
export async function insertUsedChallenge(tx: Queries, row: UsedChallengeRow): Promise<boolean> {
  const rows = await tx
    .insertInto('used_challenges')
    .values(row)
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .execute();
  return rows.length === 1;
}
