/**
 * What it costs a request that its caller has a role: finding the caller with it, beside finding one that may do all, and looking
 * up what the operation needs. In this process, on the embedded file, in turn.
 */

import { operations } from '#api/operations.ts';
import { createSession, resumeSession } from '#server/accounts/session-service.ts';
import { mayDo, requireProof } from '#server/platform/permission.ts';
import { addMember } from '#server/testing/members.ts';
import { openTestServer } from '#server/testing/server.ts';

export type AuthorisationCost = {
  /** Microseconds: finding the session of the account, and that of a member of the account above with their role. */
  account: number;
  member: number;
  /** The look-up in the table of roles and whether a proof is needed, for one operation. */
  permission: number;
};

/** Medians of `rounds`. */
export async function measureAuthorisation(rounds: number, calls = 2_000): Promise<AuthorisationCost> {
  const server = await openTestServer();
  try {
    const { ctx, account } = server;
    const made = await server.send({ url: '/v1/Accounts', form: { FriendlyName: 'Below' } });
    const { sid, auth_token } = made.json<{ sid: string; auth_token: string }>();
    const below = { account_sid: sid, auth_token };
    const { token } = await addMember(server, 'author', { home: account, at: below });
    const own = await ctx.database.write((tx) => createSession(ctx, tx, { account: sid }));
    const costs: AuthorisationCost[] = [];
    // The first is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      costs.push({
        account: await microseconds(calls, () => resumeSession(ctx, own)),
        member: await microseconds(calls, () => resumeSession(ctx, token)),
        permission: await lookUps(calls),
      });
    }
    const measured = costs.slice(1);
    return {
      account: median(measured.map((each) => each.account)),
      member: median(measured.map((each) => each.member)),
      permission: median(measured.map((each) => each.permission)),
    };
  } finally {
    await server.close();
  }
}

/** Each operation for each role, as the route asks before its handler runs. */
async function lookUps(rounds: number): Promise<number> {
  const guarded = operations.filter(({ permission }) => permission !== undefined);
  let allowed = 0;
  const total = await microseconds(Math.ceil(rounds / 100), () => {
    for (const operation of guarded) {
      const { permission } = operation;
      if (permission !== undefined && mayDo({ role: 'author' }, permission)) allowed += 1;
      requireProof({}, operation);
    }
  });
  if (allowed === 0) throw new Error('Nothing was allowed.');
  return total / guarded.length;
}

/** The mean of one call. */
async function microseconds(calls: number, run: () => unknown): Promise<number> {
  const began = performance.now();
  for (let call = 0; call < calls; call += 1) await run();
  return (1_000 * (performance.now() - began)) / calls;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
