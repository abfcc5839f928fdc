/**
 * Who may change the means by which a person signs in: they open every account of that person. One function decides, whatever the
 * means is: a link to a new password, a reset of the second factor, another address, an identity.
 */

import { mayGive, type Role } from '#api/people/roles.ts';
import type { Queries } from '../../platform/database/database.ts';
import { listRolesIn } from './store.ts';

/** Who asks: a role in an account and those below it; of a person what they have elsewhere, too. */
export type Power = { account: string; role: Role; person?: { sid: string } | undefined };

/** An identity provider answers for the people of its account, with the power of the owners who made it. */
export const powerOfProvider = (account: string): Power => ({ account, role: 'owner' });

/** Whether who asks has, in every account of the person, at least what the person has there. A block may end, and so counts as none. */
export async function hasPowerOver(tx: Queries, power: Power, person: string): Promise<boolean> {
  const { account, role } = power;
  const held = power.person === undefined ? [] : await listRolesIn(tx, power.person.sid);
  const own = [...held.filter(({ blocked_at }) => blocked_at === null), { account, role }];
  const wanted = await listRolesIn(tx, person);
  return wanted.every((each) =>
    own.some((one) => [each.account, each.parent].includes(one.account) && mayGive(one.role, each.role)),
  );
}
