/**
 * Asks every operation of `/openapi.json` in every role, by the page's session, by an API key and by a personal token with scopes,
 * in the own account, one below, the one above and a foreign one, and as a member who is blocked: each answer must be what the
 * table of roles says. Where it makes callers equal for an operation one of them asks, each in turn; `-- --all` asks as all.
 * Then who may change the means by which a person signs in (`power-over-people.ts`),
 * and what acts later for who lost the permission (`acting-later.ts`). Prints what was wrong, and closes with `N passed, N failed`.
 */

import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Permission, type Role, roles } from '#api/people/roles.ts';
import { createSession } from '#server/accounts/session-service.ts';
import { hashToken } from '#server/platform/token-hash.ts';
import { basicAuthorization, openTestServer } from '#server/testing/server.ts';
import { probeActingLater } from './acting-later.ts';
import { probePowerOverPeople } from './power-over-people.ts';

type Described = {
  operationId: string;
  'x-permission'?: string;
  'x-permissions-by-value'?: Record<string, Record<string, string>>;
  security: readonly unknown[];
  responses: { 200?: { content?: Record<string, unknown> } };
  parameters?: readonly {
    name: string;
    in: string;
    required?: boolean;
    schema: { pattern?: string; enum?: readonly string[]; 'x-personal'?: string };
  }[];
};

/** Who asks where: `at` is the account in which the credentials are valid or not. */
type Asker = {
  role: Role;
  by: 'session' | 'key' | 'token';
  at: Relation;
  headers: Record<string, string>;
};

/** Of the tokens; without those contacts are masked. */
const scopes: readonly Permission[] = [
  'flows.read',
  'flows.write',
  'executions.read',
  'email.read',
  'keys.write',
];

type Relation = 'own' | 'below' | 'above' | 'foreign' | 'blocked';

const isWhole = process.argv.includes('--all');
/** By three kinds of credentials, in each of five relations. */
const fewestCallers = 15;

const streamMs = 100;
const begun = { statusCode: 200, body: '' };

const server = await openTestServer({ EMAIL_RATE_LIMIT: '1000000', SUBACCOUNT_LIMIT: '0' });
let passed = 0;
const failures: string[] = [];
try {
  const { paths, components } = (await server.send({ url: '/openapi.json' })).json();
  if (components.securitySchemes.session === undefined) throw new Error('The description has no session.');
  const table = (await server.send({ url: '/v1/Roles' })).json();
  const granted = new Map<string, readonly string[]>(
    table.permissions.map(({ name, roles: own }: { name: string; roles: string[] }) => [name, own]),
  );
  const askers = await createAskers();
  let operations = 0;
  for (const [path, methods] of Object.entries<Record<string, Described>>(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const permission = operation['x-permission'];
      if (permission === undefined) {
        if (operation.security.length > 0) fail(`${operation.operationId} names no permission`);
        continue;
      }
      operations += 1;
      // The limits of the email API are counted by the minute.
      server.advanceClock(60_000);
      const callers = isWhole ? askers : representatives(operation, permission, askers, operations);
      for (const asker of callers) await probe({ method, path, operation, permission, asker });
    }
  }
  if (passed < operations * fewestCallers) fail(`There were ${passed} probes of ${operations} operations`);
  console.log(`${operations} operations, ${askers.length} callers, ${passed + failures.length} probes`);
  const overPeople = await probePowerOverPeople();
  passed += overPeople.passed;
  failures.push(...overPeople.failures);
  console.log(`${overPeople.passed + overPeople.failures.length} probes of power over people`);
  const actingLater = await probeActingLater();
  passed += actingLater.passed;
  failures.push(...actingLater.failures);
  console.log(`${actingLater.passed + actingLater.failures.length} probes of what acts later`);

  function hasPermission({ role, by }: Asker, name: string): boolean {
    return (
      granted.get(name)?.includes(role) === true && (by !== 'token' || scopes.some((scope) => scope === name))
    );
  }

  /** One of those that the table of roles makes equal for the operation, in turn; who is not a member there has no role. */
  function representatives(
    operation: Described,
    permission: string,
    all: readonly Asker[],
    turn: number,
  ): Asker[] {
    const further = Object.values(operation['x-permissions-by-value'] ?? {}).flatMap(Object.values<string>);
    const deciding = [permission, 'contacts.unmasked', ...further];
    const classes = Map.groupBy(all, (asker) => {
      const granted = isMemberThere(asker) ? deciding.map((each) => hasPermission(asker, each)) : [];
      return [asker.by, asker.at, ...granted].join();
    });
    return [...classes.values()].flatMap((equal) => equal[turn % equal.length] ?? []);
  }

  async function probe({
    method,
    path,
    operation,
    permission,
    asker,
  }: {
    method: string;
    path: string;
    operation: Described;
    permission: string;
    asker: Asker;
  }): Promise<void> {
    const isMember = isMemberThere(asker);
    const has = (name: string) => hasPermission(asker, name);
    const mayDo = has(permission);
    const url = urlOf(path, operation);
    await compare('', { url }, isMember ? (mayDo ? 'allowed' : permission) : 'nobody');
    if (!isMember || !mayDo) return;
    // Who sees contacts masked finds none by a guess either.
    const unmasked = 'contacts.unmasked';
    const seesAll = has(unmasked);
    for (const { name, in: place, schema } of operation.parameters ?? []) {
      if (schema['x-personal'] === undefined || permission === unmasked) continue;
      const needed = (operation.parameters ?? []).filter(
        (each) => each.in === 'query' && each.required === true && each.name !== name,
      );
      const others = needed.map((each) => `${each.name}=${'0'.repeat(32)}&`).join('');
      const guess =
        place === 'query'
          ? `${url}?${others}${name}=%2B15005550006`
          : urlOf(path, operation, { [name]: '%2B15005550006' });
      await compare(` with a guess for ${name}`, { url: guess }, seesAll ? 'allowed' : unmasked);
    }
    for (const [field, byValue] of Object.entries(operation['x-permissions-by-value'] ?? {}))
      for (const [value, further] of Object.entries(byValue)) {
        const expected = has(further) ? 'allowed' : further;
        await compare(` with ${field} ${value}`, { url, form: formFor(field, value) }, expected);
      }

    async function compare(
      what: string,
      { url: asks, form }: { url: string; form?: Record<string, string> },
      expected: string,
    ): Promise<void> {
      const asked = server.send({
        method: method.toUpperCase() as 'GET',
        url: asks,
        by: null,
        ...(form !== undefined && { form }),
        headers: { ...asker.headers, 'sec-fetch-site': 'same-origin' },
      });
      // A stream that has begun does not end before the server does; a refusal comes at once.
      const answer = await (isStream(operation) ? Promise.race([asked, wait(streamMs, begun)]) : asked);
      const [, refused] = /needs the permission ([a-z_.]+)/.exec(answer.body) ?? [];
      const found = answer.statusCode === 401 ? 'nobody' : (refused ?? 'allowed');
      if (found === expected && answer.statusCode < 500) passed += 1;
      else {
        const { role, by, at } = asker;
        fail(
          `${operation.operationId}${what} by ${by} of ${role}, ${at}: ${found} (${answer.statusCode}), not ${expected}`,
        );
      }
    }
  }
} finally {
  await server.close();
}
for (const each of failures.slice(0, 40)) console.log(`FAILED ${each}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

function isMemberThere({ at }: Asker): boolean {
  return at === 'own' || at === 'below';
}

function isStream({ responses }: Described): boolean {
  return 'text/event-stream' in (responses[200]?.content ?? {});
}

function fail(message: string): void {
  failures.push(message);
}

/** A member for each role of an account that has one below it, with a session, a key and a token in each related account. */
async function createAskers(): Promise<Asker[]> {
  const { ctx, account, other } = server;
  const middle = (await server.send({ url: '/v1/Accounts', form: { FriendlyName: 'Below' } })).json();
  const below = { account_sid: middle.sid, auth_token: middle.auth_token };
  const askers: Asker[] = [];
  const now = ctx.clock.now();
  for (const role of roles) {
    // Members of the upper account ask in it and below; those of the lower one ask above.
    for (const [home, blocked_at, targets] of [
      [account, null, { own: account, below, foreign: other }],
      [below, null, { above: account }],
      [account, now, { blocked: account }],
    ] as const) {
      const person = ctx.ids.sid('US');
      const email = `${person}@example.org`;
      await ctx.database.write(async (tx) => {
        await tx
          .insertInto('people')
          .values({ sid: person, email, name: role, password_hash: '', created_at: now })
          .execute();
        const membership = { account: home.account_sid, person, role, created_at: now };
        await tx
          .insertInto('members')
          .values({ ...membership, blocked_at, seen_at: null })
          .execute();
      });
      for (const [at, { account_sid }] of Object.entries(targets) as [Relation, typeof account][]) {
        const token = await ctx.database.write((tx) =>
          createSession(ctx, tx, { account: account_sid, person }),
        );
        askers.push({ role, by: 'session', at, headers: { cookie: `patchbay_session=${token}` } });
        for (const by of ['key', 'token'] as const) {
          const secret = ctx.ids.token();
          const sid = ctx.ids.sid('SK');
          const given = by === 'key' ? { personal: 0 } : { personal: 1, scopes: JSON.stringify(scopes) };
          await ctx.database.write((tx) =>
            tx
              .insertInto('account_keys')
              .values({
                ...{ sid, account: account_sid, name: role, secret_hash: hashToken(secret), created_at: now },
                ...{ approves_publishing: 0, role, made_by: person, ...given },
              })
              .execute(),
          );
          const authorization = basicAuthorization({ account_sid: sid, auth_token: secret });
          askers.push({ role, by, at, headers: { authorization } });
        }
      }
    }
  }
  return askers;
}

/** An address of what there is not, so that what is allowed changes nothing. */
function urlOf(
  path: string,
  { parameters = [] }: Described,
  chosen: Readonly<Record<string, string>> = {},
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const {
      pattern = '',
      enum: values,
      'x-personal': personal,
    } = parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? {};
    // By a name there one could guess, by a SID not.
    const [, prefix] = personal === undefined ? (/^\^([A-Z]{2})\[/.exec(pattern) ?? []) : ['', 'ET'];
    const made = prefix === undefined ? encodeURIComponent(values?.[0] ?? '1') : `${prefix}${'0'.repeat(32)}`;
    return chosen[name] ?? made;
  });
}

/** A flow that is sound, with the value of a field. */
function formFor(field: string, value: string): Record<string, string> {
  const Definition = readFileSync(new URL('./definition.json', import.meta.url), 'utf8');
  return { FriendlyName: 'Asked', Definition, [field]: value };
}
