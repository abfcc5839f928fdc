/** Commands for operators, as they are called: backups from the first to the restored one, and what an upgrade would change. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runOperatorCommand } from './cli.ts';
import { version } from './platform/checkout.ts';

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-operator-'));
  dataDir = join(folder, 'data');
  mkdirSync(join(folder, 'shelf'));
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('BACKUP_TARGET', join(folder, 'shelf'));
  vi.stubEnv('BACKUP_KEY', 'a key of the test of backups');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** The exit code and what is printed. */
async function call(...args: string[]): Promise<{ code: number | null; said: string }> {
  let said = '';
  const take = (text: unknown) => {
    said += String(text);
    return true;
  };
  const [out, error] = [vi.spyOn(process.stdout, 'write'), vi.spyOn(console, 'error')];
  out.mockImplementation(take);
  error.mockImplementation(take);
  const code = await runOperatorCommand(args);
  out.mockRestore();
  error.mockRestore();
  return { code, said };
}

function change(statement: string): void {
  const database = new DatabaseSync(join(dataDir, 'patchbay.db'));
  database.exec(statement);
  database.close();
}

function accounts(): number {
  const database = new DatabaseSync(join(dataDir, 'patchbay.db'), { readOnly: true });
  const { count } = database.prepare('select count(*) as count from accounts').get() ?? {};
  database.close();
  return Number(count);
}

const addAccount = async () =>
  JSON.parse((await call('account', 'add', 'Clinic')).said).account_sid as string;

describe('backups', () => {
  it('are made, counted, verified, and restored after a loss', async () => {
    await addAccount();
    const made = await call('backup', '--keep', '1');
    expect(made).toMatchObject({ code: 0 });
    expect(made.said).toMatch(
      /patchbay-\d{8}T\d{6}Z\.db\.enc holds \d+ rows; it was encrypted with BACKUP_KEY, opened and verified\.\nKeep /,
    );
    expect((await call('verify')).said).toMatch(
      new RegExp(`is whole: \\d+ rows, as many in each table as when version ${version} made it\\.`),
    );
    expect(await call('restore')).toMatchObject({
      code: 1,
      said: expect.stringContaining('a database already'),
    });
    rmSync(dataDir, { recursive: true });
    const restored = await call('restore');
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Start the server.') });
    expect(restored.said).toContain('put its secret.key into');
    expect(accounts()).toBe(1);
  });

  it('say what is wrong with their arguments', async () => {
    await addAccount();
    for (const wrong of ['0', '1.5', 'all', ''])
      expect((await call('backup', '--keep', wrong)).said, wrong).toContain('--keep takes a number');
    expect((await call('backup', '--kept', '1')).code).toBe(null);
    expect((await call('backup', 'one', 'two')).code).toBe(null);
    vi.stubEnv('BACKUP_KEY', 'short');
    expect((await call('backup')).said).toContain('BACKUP_KEY must be a string of at least 16 characters');
    vi.stubEnv('BACKUP_KEY', '');
    vi.stubEnv('BACKUP_TARGET', 's3://KEY:hidden@/bucket');
    const { said } = await call('backup');
    expect(said).toMatch(/^BACKUP_TARGET must be a folder, or s3:\/\/.*, not "…"\.$/);
  });
});

describe('the audit log', () => {
  const recorded = async (times: number) => {
    for (let each = 0; each < times; each += 1) await addAccount();
  };
  const heads = (said: string) => said.split('\n').filter((line) => line.includes('"signature"'));

  it('is verified with all that is broken, and compared with heads that were kept', async () => {
    await recorded(5);
    const whole = await call('audit', 'verify');
    expect(whole).toMatchObject({ code: 0 });
    expect(whole.said).toMatch(/^The installation: 5 events are whole\.\n {2}head: \{/);
    const kept = join(folder, 'heads.log');
    writeFileSync(kept, heads(whole.said).join('\n'));
    const compared = await call('audit', 'verify', '--against', kept);
    expect(compared.said).toContain('1 heads were compared, and the chains have them all.');
    await recorded(2);
    expect((await call('audit', 'verify', '--against', kept)).code).toBe(0);

    change(
      "update audit_events set actor_name = 'x' where sequence = 2; delete from audit_events where sequence = 4",
    );
    const broken = await call('audit', 'verify');
    expect(broken.code).toBe(1);
    expect(broken.said).toMatch(
      /The installation is not whole:\n {2}event 2: changed after it was written \(of .*content/,
    );
    expect(broken.said).toMatch(/\n {2}event 4: missing\n/);
    expect(broken.said).toContain('The audit log is not whole.');

    change(`delete from audit_events where sequence > 3; update audit_events set actor_name = null where sequence = 2;
      update audit_chains set sequence = 3, hash = (select hash from audit_events where sequence = 3)`);
    expect((await call('audit', 'verify')).code).toBe(0);
    const cut = await call('audit', 'verify', '--against', kept);
    expect(cut.code).toBe(1);
    expect(cut.said).toMatch(/the installation, head of event 5 of .*: events 4 to 5: cut off/);
  });

  it('says what it cannot compare', async () => {
    await recorded(1);
    const empty = join(folder, 'empty.log');
    writeFileSync(empty, '{"level":30}\n');
    expect(await call('audit', 'verify', '--against', empty)).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is no head of an audit log in'),
    });
    expect((await call('audit', 'verify', '--against', join(folder, 'none'))).code).toBe(1);
    expect((await call('audit', 'verify', empty, '--against', empty)).said).toContain('not with a file');
    writeFileSync(empty, '{"signature":"x","sequence":"\\u001b[2J","public_key":"k","date":1}');
    const { code, said } = await call('audit', 'verify', '--against', empty);
    expect(code).toBe(1);
    expect(said).toContain('signed by an unknown key');
    expect(said).not.toContain('\u001b');
  });

  it('has its head in a backup that is not encrypted, and that is found there', async () => {
    await recorded(3);
    const head = heads((await call('audit', 'verify')).said)[0] ?? '';
    const text = head.slice(head.indexOf('{'));
    const database = new DatabaseSync(join(dataDir, 'patchbay.db'));
    database.prepare('update audit_chains set head = ?').run(text);
    database.close();
    vi.stubEnv('BACKUP_KEY', '');
    const file = join(folder, 'monday.db');
    expect((await call('backup', file)).code).toBe(0);
    change(
      'delete from audit_events where sequence > 1; update audit_chains set head = null, sequence = 1, hash = (select hash from audit_events)',
    );
    expect((await call('audit', 'verify')).code).toBe(0);
    const { code, said } = await call('audit', 'verify', '--against', file);
    expect([code, said]).toEqual([1, expect.stringMatching(/events 2 to 3: cut off/)]);
  });
});

describe('the check of an upgrade', () => {
  it('says what the first start would change, and changes nothing', async () => {
    expect((await call('upgrade', '--check')).said).toContain('There is no database');
    await addAccount();
    expect((await call('upgrade', '--check')).said).toContain('nothing is changed');
    change("delete from migrations where name = '067-email-statistics'");
    for (let times = 0; times < 2; times += 1) {
      const { code, said } = await call('upgrade', '--check');
      expect({ code, said }).toMatchObject({
        code: 0,
        said: expect.stringContaining('\n  067-email-statistics\n'),
      });
      expect(said).toMatch(/takes up to \d+ MB, and \d+ MB are free\.\n$/);
    }
    change("insert into migrations (name, applied_at) values ('999-later', 1)");
    const { code, said } = await call('upgrade', '--check');
    expect(code).toBe(1);
    expect(said).toMatch(
      /written by a newer version of Patchbay \(it has "999-later"\)\. Start that version/,
    );
  });
});
