/** The key that encrypts secrets is replaced while processes run; the rotation is cut off, and called again. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type TableMetadata } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { survey } from './flows/testing/flows.ts';
import type { Queries } from './platform/database/database.ts';
import { distribution } from './platform/database/schema/distribution.ts';
import { sealUrl } from './platform/outbound/url-credentials.ts';
import { checkSecretKey, WrongSecretKey } from './platform/secret-key-check.ts';
import { followMs, followRotation, rotateSecretKey } from './platform/secret-key-rotation.ts';
import type { ServiceContext } from './platform/service-context.ts';
import { createServiceRuntime } from './platform/service-runtime.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from './testing/running-server.ts';

const oldKey = 'the key of the first start';
const newKey = 'the key after the rotation';

describe.each(databaseKinds)('the rotation of SECRET_KEY, %s', (kind) => {
  let server: RunningServer;
  let flow = '';
  let planted = 0;
  let tables: TableMetadata[] | undefined;

  beforeAll(async () => {
    server = await openRunningServer(kind, { worker: false });
    flow = await server.addFlow(survey);
  }, startTimeoutMs);
  afterAll(() => server.close());
  afterEach(() => void vi.useRealTimers());

  const processWith = (secretKey: string, previousSecretKey: string | null): ServiceContext =>
    createServiceRuntime(
      { ...server.ctx.config, secretKey, previousSecretKey },
      server.ctx.database,
      server.ctx.clock.now,
    ).ctx;

  /** A row with a value in each column that must have one. */
  async function plant(tx: Queries, table: string, given: Record<string, unknown>): Promise<void> {
    tables ??= await tx.introspection.getTables();
    const columns = tables.find(({ name }) => name === table)?.columns ?? [];
    const rest = columns
      .filter((each) => !each.isNullable && !each.hasDefaultValue && !Object.hasOwn(given, each.name))
      .map((each) => [each.name, /int|bool/i.test(each.dataType) ? 1 : `x${planted}`]);
    const row = { ...Object.fromEntries(rest), ...given };
    const [names, values] = [Object.keys(row).map((name) => sql.ref(name)), Object.values(row)];
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(tx);
    planted += 1;
  }

  async function plantAll({ secrets }: ServiceContext): Promise<number> {
    const account = server.account.account_sid;
    let sealedTexts = 0;
    const sealed = () => {
      sealedTexts += 1;
      return secrets.encrypt(`secret ${sealedTexts}`);
    };
    const sealedUrl = () => {
      sealedTexts += 1;
      return sealUrl(secrets, `https://user:${sealedTexts}@hooks.example/`);
    };
    const job = (kindOfJob: string, payload: object) => ({
      ...{ account, shard: 1, kind: kindOfJob, key: `job ${planted}`, payload: JSON.stringify(payload) },
    });
    await server.ctx.database.write(async (tx) => {
      const add = (table: string, given: object) => plant(tx, table, { ...given });
      await add('carriers', { sid: 'CR1', account, token: sealed(), signing_key: sealed() });
      await add('service_endpoints', { account, secret: sealed() });
      await add('webhook_secrets', { flow, secret: sealed() });
      const owner = { account, region: 'global' };
      await add('sending_domains', { ...owner, domain: 'a.example', id: 1 });
      await add('dkim_keys', { ...owner, domain: 1, number: 1, private_key: sealed() });
      for (const table of ['event_webhooks', 'webhook_policies'])
        await add(table, {
          ...{ ...owner, id: table, private_key: sealed(), oauth_client_secret: sealed() },
          oauth_token_url: sealedUrl(),
          ...(table === 'event_webhooks' && { url: sealedUrl() }),
        });
      await add('parse_settings', { ...owner, hostname: 'in.example', url: sealedUrl() });
      for (let nth = 0; nth < 120; nth += 1)
        await add('sinks', { sid: `DG${String(nth).padStart(3, '0')}`, account, shard: 1, secret: sealed() });
      await add('alert_rules', { account, targets: sealed() });
      await add('people', { sid: 'US1' });
      await add('second_factors', { person: 'US1', secret: sealed() });
      await add('identity_providers', { sid: 'IP1', account, client_secret: sealed() });
      await add('sign_in_attempts', { state_hash: 'hash', provider: 'IP1', code_verifier: sealed() });
      await add('sessions', { token_hash: 'hash', account });
      await add('provider_sessions', { token_hash: 'hash', provider: 'IP1', id_token: sealed() });
      await add('agreements', { name: 'mail-links', value: sealed() });
      await add('data_keys', { id: 1, key: sealed() });
      await add('jobs', job('erasure', { sealed: sealed() }));
      const test = { private_key: sealed(), oauth_client_secret: sealed() };
      await add('jobs', job('event-test', { ...test, url: sealedUrl(), oauth_token_url: sealedUrl() }));
      await add('jobs', job('http', { sealed: 'of a flow, and no secret' }));
    });
    return sealedTexts;
  }

  /** Where the texts stand that a process decrypts. */
  async function decryptedBy({ secrets }: ServiceContext): Promise<string[]> {
    const found: string[] = [];
    const db = server.ctx.database.read;
    tables ??= await db.introspection.getTables();
    for (const { name } of tables) {
      // Citus has tables of its own.
      if (!Object.hasOwn(distribution, name)) continue;
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
      for (const [column, text] of rows.flatMap((row) => Object.entries(row))) {
        if (typeof text !== 'string') continue;
        // In a URL it is encoded.
        for (const [part] of text
          .replaceAll('%2B', '+')
          .replaceAll('%2F', '/')
          .replaceAll('%3D', '=')
          .matchAll(/[\w+/]{38,}={0,2}/g))
          try {
            secrets.decrypt(part);
            found.push(`${name}.${column}`);
          } catch {
            // Encrypted with another key, or no secret.
          }
      }
    }
    return found;
  }

  it('moves every secret, goes on after it was cut off, and says when the key before is no longer needed', async () => {
    const old = processWith(oldKey, null);
    await checkSecretKey(old);
    const secrets = await plantAll(old);
    expect(await decryptedBy(old)).toHaveLength(secrets);

    const [both, late] = [processWith(newKey, oldKey), processWith(newKey, oldKey)];
    await checkSecretKey(both);
    await checkSecretKey(late);
    // Those that know the key before alone read what is written until the rotation begins.
    expect(old.secrets.decrypt(both.secrets.encrypt('between'))).toBe('between');
    const wrong = [
      [newKey, null, 'SECRET_KEY is not the key'],
      [newKey, 'the key of another database', 'Neither SECRET_KEY nor SECRET_KEY_PREVIOUS is the key'],
    ] as const;
    for (const [key, previous, sentence] of wrong)
      await expect(checkSecretKey(processWith(key, previous))).rejects.toThrow(sentence);

    let writes = 0;
    const database = {
      ...both.database,
      read: both.database.read,
      write: ((...args: Parameters<typeof both.database.write>) => {
        writes += 1;
        if (writes > 60) throw new Error('killed');
        return both.database.write(...args);
      }) as typeof both.database.write,
    };
    const said: string[] = [];
    const noWait = async () => {};
    const rotate = (ctx: ServiceContext, wait: () => Promise<void>) =>
      rotateSecretKey(ctx, wait, (line) => said.push(line));
    await expect(rotate({ ...both, database }, noWait)).rejects.toThrow('killed');
    const left = (await decryptedBy(old)).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(secrets);
    expect(await decryptedBy(both)).toHaveLength(secrets);
    await expect(checkSecretKey(processWith(newKey, null))).rejects.toThrow(WrongSecretKey);
    await expect(checkSecretKey(processWith(newKey, null))).rejects.toThrow('set SECRET_KEY_PREVIOUS to it');
    await expect(checkSecretKey(processWith('a third key of a test', newKey))).rejects.toThrow(
      'SECRET_KEY_PREVIOUS is not the key that some secrets',
    );
    await expect(checkSecretKey(old)).rejects.toThrow(WrongSecretKey);

    const again = processWith(newKey, oldKey);
    const end = await rotate(again, async () => {
      expect(await decryptedBy(old)).toEqual([]);
      // A server that has not noticed yet.
      const sealed = late.secrets.encrypt('late');
      await server.ctx.database.write((tx) =>
        tx.updateTable('carriers').set({ signing_key: sealed }).where('sid', '=', 'CR1').execute(),
      );
    });
    expect(end).toContain('SECRET_KEY_PREVIOUS is no longer needed');
    expect(await decryptedBy(old)).toEqual([]);
    const after = processWith(newKey, null);
    await checkSecretKey(after);
    expect(await decryptedBy(after)).toHaveLength(secrets);
    expect(await rotate(again, () => Promise.reject(new Error('waits')))).toMatch(/^0 were encrypted again/);
    await expect(rotate(after, noWait)).rejects.toThrow('Set SECRET_KEY_PREVIOUS');
  }, 60_000);

  it('goes back to the key before, and running servers follow', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const running = processWith(oldKey, newKey);
    const following = followRotation(running, await checkSecretKey(running));
    const [onlyOld, onlyNew] = [processWith(oldKey, null), processWith(newKey, null)];
    expect(onlyNew.secrets.decrypt(running.secrets.encrypt('before'))).toBe('before');
    await rotateSecretKey(
      processWith(oldKey, newKey),
      async () => {
        vi.advanceTimersByTime(followMs);
        await expect
          .poll(() => {
            vi.advanceTimersByTime(followMs);
            try {
              return onlyOld.secrets.decrypt(running.secrets.encrypt('after'));
            } catch {
              return null;
            }
          })
          .toBe('after');
      },
      () => {},
    );
    following.stop();
    expect(await decryptedBy(onlyNew)).toEqual([]);
  }, 60_000);
});

it('knows every file that encrypts a secret', () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .filter((file) => readFileSync(join(folder, file), 'utf8').includes('secrets.encrypt('));
  // For one that is added: a line in platform/database/encrypted-texts.ts, and a planted secret above.
  expect(files.sort()).toEqual([
    'accounts/identity-providers/providers-service.ts',
    'accounts/identity-providers/sign-in-service.ts',
    'accounts/people/link-mail.ts',
    // Of a few minutes, and brought back by the client: an old one is asked for again.
    'accounts/people/sealed-challenge.ts',
    'accounts/people/second-factor-service.ts',
    'alerts/notification-service.ts',
    'alerts/target.ts',
    'email/sending-domains/dkim-keys.ts',
    'email/tracking/signed-links.ts',
    'email/webhook-security/oauth-client.ts',
    'email/webhook-security/signing-keys.ts',
    'erasures/service.ts',
    'live/sink-service.ts',
    'messaging/carriers/service.ts',
    'messaging/webhook-secrets/service.ts',
    'platform/data-key-rotation.ts',
    'platform/outbound/url-credentials.ts',
    'services/endpoint-service.ts',
  ]);
});
