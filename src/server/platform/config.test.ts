/** Reading the settings. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const sid = `AC${'0'.repeat(32)}`;

describe('settings', () => {
  it('have a value each when nothing is set', () => {
    expect(readConfig({ PORT: '', HOST: ' ' })).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      publicUrl: null,
      dataDir: expect.stringMatching(/\/data$/),
      databaseUrl: null,
      secretKey: null,
      account: null,
      outboundAllow: [],
      logLevel: 'info',
      startLimits: { rest: 20, inbound: 100 },
      devUrl: null,
    });
  });

  it('say who may guess how often, and which proxies name the client', () => {
    expect(readConfig({})).toMatchObject({ wrongCredentialsLimit: 20, trustedProxies: [] });
    const config = readConfig({ WRONG_CREDENTIALS_LIMIT: '0', TRUSTED_PROXIES: '10.0.0.0/8, ::1' });
    expect(config).toMatchObject({ wrongCredentialsLimit: 0, trustedProxies: ['10.0.0.0/8', '::1'] });
    expect(() => readConfig({ TRUSTED_PROXIES: 'proxy.internal' })).toThrow('TRUSTED_PROXIES must be');
  });

  it('may stand in files where they are secrets', () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-secrets-'));
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const key = file('key', 'a key of at least sixteen\n');
    expect(readConfig({ SECRET_KEY_FILE: key })).toMatchObject({ secretKey: 'a key of at least sixteen' });
    const wrong = {
      ...{ SECRET_KEY: 'another key of the test', SECRET_KEY_FILE: key },
      ...{ METRICS_TOKEN_FILE: file('empty', '\n'), DATABASE_URL_FILE: join(folder, 'none') },
      ...{ SMTP_RELAY_URL_FILE: folder, PATCHBAY_API_KEY_FILE: file('large', 'a'.repeat(70_000)) },
    };
    expect(() => readConfig(wrong)).toThrow(
      [
        `DATABASE_URL_FILE must be a file that can be read, not "${join(folder, 'none')}" (ENOENT).`,
        'SECRET_KEY and SECRET_KEY_FILE must not be set together.',
        'The file that PATCHBAY_API_KEY_FILE names must hold one line.',
        `SMTP_RELAY_URL_FILE must be a file that can be read, not "${folder}" (EISDIR).`,
        'The file that METRICS_TOKEN_FILE names must hold one line.',
      ].join('\n'),
    );
    rmSync(folder, { recursive: true });
  });

  it('of the email service are its key, its EU name and its limit', () => {
    expect(readConfig({})).toMatchObject({ apiKey: null, euHost: null, emailRateLimit: 600 });
    expect(
      readConfig({ PATCHBAY_API_KEY: 'SG.key-of.the-test', EU_HOST: 'EU.mail.test', EMAIL_RATE_LIMIT: '5' }),
    ).toMatchObject({ apiKey: 'SG.key-of.the-test', euHost: 'eu.mail.test', emailRateLimit: 5 });
    expect(() => readConfig({ PATCHBAY_API_KEY: 'a secret' })).toThrow(
      'PATCHBAY_API_KEY must be a string of at least 16 characters without spaces, not "…".',
    );
  });

  it('say where mail goes out', () => {
    expect(readConfig({}).smtpRelay).toBe(null);
    expect(readConfig({})).toMatchObject({
      deliversDirectly: false,
      domainLimits: { connections: 0, perMinute: 0 },
    });
    const direct = { SMTP_DELIVERY: 'direct', SMTP_DOMAIN_RATE: '600' };
    const limits = { connections: 10, perMinute: 600 };
    expect(readConfig(direct)).toMatchObject({ deliversDirectly: true, domainLimits: limits });
    expect(() => readConfig({ ...direct, SMTP_RELAY_URL: 'smtp://relay.test' })).toThrow(
      'only be direct without',
    );
    expect(() => readConfig({ SMTP_DELIVERY: 'fast' })).toThrow('relay or direct');
    const plain = {
      ...{ host: 'relay.test', port: 587, secure: false, auth: null, allowsInsecureAuth: false },
    };
    expect(readConfig({ SMTP_RELAY_URL: 'smtp://relay.test' }).smtpRelay).toEqual(plain);
    expect(readConfig({ SMTP_RELAY_URL: 'smtps://me%40x:a%2Fb@[::1]' }).smtpRelay).toEqual({
      ...{ host: '::1', port: 465, secure: true, auth: { user: 'me@x', pass: 'a/b' } },
      allowsInsecureAuth: false,
    });
    expect(readConfig({ SMTP_RELAY_URL: 'smtp://relay.test', SMTP_RELAY_INSECURE: '1' }).smtpRelay).toEqual({
      ...plain,
      allowsInsecureAuth: true,
    });
    expect(() => readConfig({ SMTP_RELAY_INSECURE: 'yes' })).toThrow('SMTP_RELAY_INSECURE must be 1 or 0');
    expect(() => readConfig({ SMTP_RELAY_URL: 'http://me:secret@relay.test' })).toThrow('not "…"');
  });

  it('say where backups are kept, without showing the key of an object store', () => {
    expect(readConfig({})).toMatchObject({ backupTarget: null, backupKey: null });
    const target = (text: string) => readConfig({ BACKUP_TARGET: text }).backupTarget;
    expect(target('/srv/backups/')).toEqual({ kind: 'folder', folder: '/srv/backups' });
    const bucket = {
      kind: 'bucket',
      bucket: 'b',
      prefix: '',
      region: 'us-east-1',
      keyId: 'K',
      secret: 'a/b',
    };
    expect(target('s3://K:a%2Fb@s3.test/b')).toEqual({ ...bucket, origin: 'https://s3.test' });
    expect(target('s3+http://K:a%2Fb@[::1]:9000/b/c/d/?region=eu-1')).toEqual({
      ...{ ...bucket, origin: 'http://[::1]:9000', prefix: 'c/d/', region: 'eu-1' },
    });
    for (const text of [
      'ftp://x/y',
      's3://K:hidden@s3.test/',
      's3://s3.test/b',
      's3://K@s3.test/b',
      's3://K:%f@h/b',
    ])
      expect(() => target(text), text).toThrow(/^BACKUP_TARGET must be a folder, or s3:.* not "…"\.$/);
  });

  it('are read from the environment', () => {
    const config = readConfig({
      HOST: '::',
      PORT: '0',
      PUBLIC_URL: 'https://flows.example.org/base/',
      DATA_DIR: '/srv/patchbay',
      DATABASE_URL: 'postgres://u:p@db/patchbay',
      PATCHBAY_ACCOUNT_SID: sid,
      PATCHBAY_AUTH_TOKEN: 'a secret of the test',
      OUTBOUND_ALLOW: 'crm.internal, 10.0.0.0/8,::1 ,crm.svc.local,',
      LOG_LEVEL: 'WARN',
    });
    expect(config).toMatchObject({
      host: '::',
      port: 0,
      publicUrl: 'https://flows.example.org/base',
      dataDir: '/srv/patchbay',
      databaseUrl: 'postgres://u:p@db/patchbay',
      secretKey: null,
      account: { sid, token: 'a secret of the test' },
      outboundAllow: ['crm.internal', '10.0.0.0/8', '::1', 'crm.svc.local'],
      logLevel: 'warn',
    });
  });

  it('name PostgreSQL twice where a pooler is in front of it, and keep both passwords', () => {
    const DATABASE_URL = 'postgres://u:p@pooler/patchbay';
    const DATABASE_NOTIFY_URL = 'postgres://u:p@db/patchbay';
    expect(readConfig({ DATABASE_URL })).toMatchObject({ databaseNotifyUrl: null });
    expect(readConfig({ DATABASE_URL, DATABASE_NOTIFY_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      databaseNotifyUrl: DATABASE_NOTIFY_URL,
    });
    expect(() => readConfig({ DATABASE_NOTIFY_URL })).toThrow('together with DATABASE_URL');
    expect(readConfig({ DATABASE_URL, DATABASE_READ_URL: DATABASE_URL })).toMatchObject({
      databaseReadUrl: DATABASE_URL,
    });
    expect(() => readConfig({ DATABASE_READ_URL: DATABASE_URL })).toThrow('together with DATABASE_URL');
    const wrong = () => readConfig({ DATABASE_URL, DATABASE_NOTIFY_URL: 'mysql://u:p4ss@db/x' });
    expect(wrong).toThrow('DATABASE_NOTIFY_URL must be a postgres:// URL');
    expect(wrong).not.toThrow(/p4ss/);
  });

  it('are all reported at once when they are invalid, without the password of the database', () => {
    const read = () =>
      readConfig({
        HOST: 'a b',
        PORT: '70000',
        PUBLIC_URL: 'flows.example.org',
        DATABASE_URL: 'mysql://u:p4ss@db/x',
        PATCHBAY_ACCOUNT_SID: 'AC1',
        OUTBOUND_ALLOW: '10.0.0.0/99',
        LOG_LEVEL: 'loud',
      });
    expect(read).toThrow(ConfigError);
    expect(read).not.toThrow(/p4ss/);
    const said = /^(.*\n){7}.*$/;
    expect(read).toThrow(said);
    for (const name of [
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'PATCHBAY_ACCOUNT_SID',
      'PATCHBAY_AUTH_TOKEN',
      'OUTBOUND_ALLOW',
      'LOG_LEVEL',
    ]) {
      expect(read).toThrow(name);
    }
  });

  it('share work between processes on PostgreSQL only', () => {
    const DATABASE_URL = 'postgres://db/patchbay';
    expect(readConfig({})).toMatchObject({ role: 'all', databasePool: 10 });
    const config = readConfig({ DATABASE_URL, ROLE: 'worker', DATABASE_POOL: '30' });
    expect(config).toMatchObject({ role: 'worker', databasePool: 30 });
    expect(() => readConfig({ ROLE: 'api' })).toThrow('without DATABASE_URL');
    expect(() => readConfig({ DATABASE_URL, DATABASE_POOL: '1' })).toThrow('DATABASE_POOL must be');
  });

  it.each([
    'PATCHBAY_AUTH_TOKEN',
    'PATCHBAY_API_KEY',
    'SECRET_KEY',
    'SECRET_KEY_PREVIOUS',
    'BACKUP_KEY',
    'METRICS_TOKEN',
  ])('refuse %s with fewer than 16 characters, without showing it', (name) => {
    const read = (text: string) => () =>
      readConfig({ PATCHBAY_ACCOUNT_SID: sid, PATCHBAY_AUTH_TOKEN: 'a'.repeat(16), [name]: text });
    expect(read('fifteen-letters')).toThrow(`${name} must be a string of at least 16 characters`);
    expect(read('fifteen-letters')).not.toThrow('fifteen');
    expect(read('sixteen-letters!')()).toBeDefined();
  });

  it('name the time zone of dates in flows', () => {
    expect(readConfig({})).toMatchObject({ timeZone: 'UTC' });
    expect(readConfig({ TIME_ZONE: 'Europe/Paris' })).toMatchObject({ timeZone: 'Europe/Paris' });
  });

  it('say in days how long personal data is kept, fractions allowed', () => {
    const day = 86_400_000;
    expect(readConfig({})).toMatchObject({ retentionMs: 30 * day, keepExecutionsMs: null });
    const config = readConfig({ RETENTION_DAYS: '.5', KEEP_EXECUTIONS_DAYS: '400' });
    expect(config).toMatchObject({ retentionMs: day / 2, keepExecutionsMs: 400 * day });
  });

  it.each([
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['PUBLIC_URL', 'ftp://x'],
    ['PUBLIC_URL', 'https://x/?a=b'],
    ['OUTBOUND_ALLOW', 'http://x'],
    ['OUTBOUND_ALLOW', 'crm.internal, *.svc.local'],
    ['PATCHBAY_AUTH_TOKEN', 'alone-and-long-enough'],
    ['PATCHBAY_API_KEY', 'fifteen-letters'],
    ['SECRET_KEY', 'fifteen-letters'],
    ['RETENTION_DAYS', '0'],
    ['RETENTION_DAYS', '-1'],
    ['RETENTION_DAYS', '1e3'],
    ['KEEP_EXECUTIONS_DAYS', '29'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['TIME_ZONE', '+02:00'],
    ['METRICS_TOKEN', 'short'],
    ['REQUEST_ID_HEADER', 'x id'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });
});
