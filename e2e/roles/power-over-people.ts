/**
 * Who may change the means by which a person signs in, asked for each asker × person × means: everybody has a role, or none, in an
 * account, in one below it and in a foreign one, and asks in one of the first two. Right is who has at least the role of the person
 * wherever the person has one; of two roles in an account and the one above it the more powerful one counts.
 */

import { type Role, roles } from '#api/people/roles.ts';
import { createSession } from '#server/accounts/session-service.ts';
import { openTestServer } from '#server/testing/server.ts';

type Place = 'own' | 'below' | 'foreign';
type Roles = Record<Place, Role | null>;
type Person = { sid: string; roles: Roles };

const places: readonly Place[] = ['own', 'below', 'foreign'];
const means = ['PasswordLink', 'SecondFactorReset'];
const changesMembers: readonly (Role | null)[] = ['admin', 'owner'];

function* combinations(byPlace: Record<Place, readonly (Role | null)[]>): Generator<Roles> {
  for (const own of byPlace.own)
    for (const below of byPlace.below) for (const foreign of byPlace.foreign) yield { own, below, foreign };
}

const rank = (role: Role | null) => (role === null ? -1 : roles.indexOf(role));
const more = (one: Role | null, other: Role | null) => (rank(one) >= rank(other) ? one : other);
const roleIn = (held: Roles, place: Place) => (place === 'below' ? more(held.below, held.own) : held[place]);

export async function probePowerOverPeople(): Promise<{ passed: number; failures: string[] }> {
  const server = await openTestServer({ SUBACCOUNT_LIMIT: '0' });
  const { ctx } = server;
  const failures: string[] = [];
  let passed = 0;
  try {
    const made = (await server.send({ url: '/v1/Accounts', form: { FriendlyName: 'Below' } })).json();
    const accounts: Record<Place, string> = {
      own: server.account.account_sid,
      below: made.sid,
      foreign: server.other.account_sid,
    };
    // Nobody is the last owner.
    await addPerson({ own: 'owner', below: 'owner', foreign: 'owner' });

    const people: Person[] = [];
    for (const held of combinations({
      own: [null, 'viewer', 'publisher', 'admin', 'owner'],
      below: [null, 'viewer', 'admin', 'owner'],
      foreign: [null, 'viewer', 'owner'],
    }))
      people.push({ sid: await addPerson(held), roles: held });

    for (const held of combinations({
      own: [null, 'viewer', 'admin', 'owner'],
      below: [null, 'admin', 'owner'],
      foreign: [null, 'viewer', 'owner'],
    }))
      for (const place of ['own', 'below'] as const) {
        if (!changesMembers.includes(roleIn(held, place))) continue;
        const person = await addPerson(held);
        const token = await ctx.database.write((tx) =>
          createSession(ctx, tx, { account: accounts[place], person }),
        );
        for (const target of people)
          await probe({ held, place, cookie: `patchbay_session=${token}` }, target);
      }

    async function probe(
      { held, place, cookie }: { held: Roles; place: Place; cookie: string },
      target: Person,
    ): Promise<void> {
      const isThere = target.roles[place] !== null;
      const isRight = places.every((each) => rank(target.roles[each]) <= rank(roleIn(held, each)));
      for (const each of means) {
        const { statusCode } = await server.send({
          ...{ method: 'POST', url: `/v1/Members/${target.sid}/${each}`, by: null },
          headers: { cookie, 'sec-fetch-site': 'same-origin' },
        });
        const expected = !isThere ? [404] : isRight ? [200, 201, 204] : [403, 409];
        if (expected.includes(statusCode)) passed += 1;
        else
          failures.push(
            `${each} of ${JSON.stringify(target.roles)} by ${JSON.stringify(held)} in ${place}: ${statusCode}`,
          );
      }
    }

    async function addPerson(held: Roles): Promise<string> {
      const sid = ctx.ids.sid('US');
      await ctx.database.write(async (tx) => {
        const person = { sid, email: `${sid}@example.org`, name: sid, password_hash: '', created_at: 1 };
        await tx.insertInto('people').values(person).execute();
        for (const place of places) {
          const role = held[place];
          if (role === null) continue;
          const member = { account: accounts[place], person: sid, role, created_at: 1 };
          await tx
            .insertInto('members')
            .values({ ...member, blocked_at: null, seen_at: null })
            .execute();
        }
      });
      return sid;
    }
  } finally {
    await server.close();
  }
  return { passed, failures };
}
