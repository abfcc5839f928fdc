/** docs/guides/configuration-as-code.md: an account becomes what a file says, and the same file changes nothing. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { paths } from '#api/paths.ts';
import { canonicalText } from '#flow/canonical/canonical.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { compileCacheFolder } from '#server/testing/programs.ts';
import { openTestServer, type TestServer } from '#server/testing/server.ts';
import { runCommand } from '../run-command.ts';
import { createServerClient, type ServerClient } from '../server-client.ts';

const guide = readFileSync(new URL('../../../docs/guides/configuration-as-code.md', import.meta.url), 'utf8');
/** The blocks of YAML: the example file, and the workflows of two CI services. */
const [example = '', github = '', gitlab = ''] = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(
  ([, yaml = '']) => yaml,
);
const program = fileURLToPath(new URL('../../../bin/patchbay.mjs', import.meta.url));

const greet = addWidget(emptyDefinition(), 'say-play', { x: 0, y: 300 }, 'greet').definition;
const greeting = (text: string) => canonicalText(setProperty(greet, 'greet', 'say', text));

let server: TestServer;
let settings: { url: string; key: string };
let client: ServerClient;
let folder: string;
let variables: Record<string, string>;

beforeAll(async () => {
  server = await openTestServer();
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { account_sid, auth_token } = server.account;
  settings = { url, key: `${account_sid}:${auth_token}` };
  client = createServerClient(settings);
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-apply-'));
  variables = { CARRIER_TOKEN: 'a token of the carrier', WEBHOOK_SECRET: 'a secret of 24 characters' };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function apply(text: string, ...more: string[]) {
  writeFileSync(join(folder, 'account.yaml'), text);
  const output = { out: '', error: '' };
  const code = await runCommand(['apply', '-f', 'account.yaml', ...more], {
    folder,
    out: (line) => {
      output.out += line;
    },
    error: (line) => {
      output.error += line;
    },
    variable: (name) => variables[name],
    server: () => settings,
  });
  return { code, ...output };
}

/** Writes the flows that the example names. */
function writeFlows(text = 'Hello'): void {
  for (const [, file = ''] of example.matchAll(/file: ([^\s,]+)/g)) {
    const path = join(folder, file);
    expect(dirname(path)).toBe(folder);
    writeFileSync(path, greeting(text));
  }
}

describe('the example of the guide', () => {
  it('is planned, made, and then changes nothing', async () => {
    writeFlows();
    const plan = await apply(example, '--plan');
    expect(plan.error).toBe('');
    expect(plan.code).toBe(1);
    expect(plan.out).toMatch(
      /^\+ subaccount .*\+ member .*\+ carrier .*\+ flow .*\+ number .*\+ webhook .*~ retention/s,
    );
    expect(await client.list(paths.flows)).toEqual([]);

    const made = await apply(example);
    expect(made.error).toBe('');
    expect(made.code).toBe(0);
    expect(made.out).toContain('shown this once');
    const [flow] = await client.list<{ sid: string; status: string }>(paths.flows);
    const [number] = await client.list<{ flow_sid: string; carrier_sid: string }>(paths.addresses);
    const [carrier] = await client.list<{ sid: string; is_default: boolean }>(paths.carriers);
    expect(flow?.status).toBe('published');
    expect(number).toMatchObject({ flow_sid: flow?.sid, carrier_sid: carrier?.sid });

    const revision = (await client.fetchFlow(flow?.sid ?? '')).revision;
    for (const more of [[], ['--plan'], ['--prune']]) {
      const again = await apply(example, ...more);
      expect(again).toMatchObject({ code: 0, error: '' });
      expect(again.out).toMatch(/^\d+ as the file says\.\n$/);
    }
    expect((await client.fetchFlow(flow?.sid ?? '')).revision).toBe(revision);
  });

  it('says what has changed, in the flow as in the settings', async () => {
    writeFlows('Good day');
    const changed = example.replace('role: author', 'role: viewer').replace('days: 14', 'days: 21');
    const plan = await apply(changed, '--plan');
    expect(plan.error).toBe('');
    expect(plan.out).toMatch(/~ member \S+\n {4}role: "author" -> "viewer"/);
    expect(plan.out).toMatch(/~ flow .*\n {4}.*greet.*Good day/);
    expect(plan.out).toMatch(/~ retention\n {4}days: 14 -> 21/);
    expect((await apply(changed)).code).toBe(0);
    expect((await apply(changed)).out).toMatch(/^\d+ as the file says\.\n$/);
  });

  it('sends secrets to what exists only when it is told to', async () => {
    writeFlows('Good day');
    variables = {};
    const changed = example.replace('role: author', 'role: viewer').replace('days: 14', 'days: 21');
    expect((await apply(changed)).code).toBe(0);
    const refused = await apply(changed, '--secrets');
    expect(refused.code).toBe(2);
    expect(refused.error).toContain('The variable CARRIER_TOKEN is not set.');
    variables = { CARRIER_TOKEN: 'another token', WEBHOOK_SECRET: 'another secret of the webhook' };
    expect((await apply(changed, '--secrets')).out).toMatch(/~ carrier .*\n {4}its secrets are sent/);
  });

  it('is pruned only in the lists that it has, and only when it is told to', async () => {
    const numbersAlone = 'numbers: []\n';
    expect((await apply(numbersAlone)).out).toBe('0 as the file says.\n');
    expect((await apply(numbersAlone, '--prune', '--plan')).out).toMatch(/^- number \S+\n1 to delete/);
    expect((await apply(numbersAlone, '--prune')).code).toBe(0);
    expect(await client.list(paths.addresses)).toEqual([]);
    expect(await client.list(paths.carriers)).toHaveLength(1);
    const all = await apply('carriers: []\nflows: []\nwebhooks: []\nmembers: []\n', '--prune');
    expect(all).toMatchObject({ code: 0, error: '' });
    for (const path of [paths.carriers, paths.flows, paths.sinks, paths.invitations])
      expect(await client.list(path)).toEqual([]);
  });
});

describe('the workflows of the guide', () => {
  type Job = { script: string[] };
  const gitlabJobs = parse(gitlab) as { plan: Job; apply: Job };
  const [plan = '', make = ''] = (
    parse(github) as { jobs: { account: { steps: { run?: string }[] } } }
  ).jobs.account.steps.flatMap(({ run }) => run ?? []);

  /** As a CI service runs a step: every line has to succeed. Asynchronous, because the server is in this process. */
  async function runStep(script: string): Promise<void> {
    const child = spawn('bash', ['-e', '-c', script], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: [folder, process.env.PATH].join(delimiter),
        ...{ HOME: folder, PATCHBAY_URL: settings.url, PATCHBAY_KEY: settings.key },
        NODE_COMPILE_CACHE: compileCacheFolder,
        GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      },
    });
    const [code] = await once(child, 'close');
    expect(code, script).toBe(0);
  }

  it.each([
    ['GitHub', plan, make, 'summary.md'],
    ['GitLab', gitlabJobs.plan.script.join('\n'), gitlabJobs.apply.script.join('\n'), 'plan.txt'],
  ])('of %s show the plan, and apply it', async (name, planning, making, output) => {
    writeFileSync(join(folder, 'patchbay'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    chmodSync(join(folder, 'patchbay'), 0o755);
    writeFileSync(join(folder, 'account.yaml'), `members:\n  - {email: ${name}@b.example, role: viewer}\n`);
    await runStep(planning);
    expect(readFileSync(join(folder, output), 'utf8')).toContain(`+ member ${name.toLowerCase()}@b.example`);
    await runStep(making);
    await runStep(planning);
    expect(readFileSync(join(folder, output), 'utf8')).toMatch(/1 as the file says\.\n$/);
  });
});

describe('what is wrong is said at its place, and nothing is made', () => {
  it.each([
    ['flows:\n  - name: A\n', 'account.yaml:2:5: flows[1] needs "file".'],
    ['carrier: []\n', 'account.yaml:1:1: Unknown key "carrier".'],
    ['members:\n  - {email: a@b.example, role: boss}\n', 'account.yaml:2:32: members[1].role must be one of'],
    [
      'numbers:\n  - {address: +15005550006, flow: None}\n',
      'account.yaml:2:5: None of the flows is called None.',
    ],
    [
      'webhooks:\n  - &a {url: "https://a.example", events: [flow.step.ended]}\n  - *a\n',
      'account.yaml:3:5: Aliases are not allowed.',
    ],
    ['flows:\n  - {name: A, file: nothing.json}\n', 'There is no file nothing.json.'],
    [
      'members:\n  - {email: a@b.example, role: viewer}\n  - {email: A@b.example, role: viewer}\n',
      'account.yaml:3:5: there is member a@b.example above.',
    ],
    [`# ${'x'.repeat(1_100_000)}`, 'The file may have at most 1024 kB.'],
  ])('%#', async (text, message) => {
    const { code, error } = await apply(text);
    expect(error).toContain(message);
    expect(code).toBe(2);
  });

  it('two of the server that have one name cannot be told apart', async () => {
    writeFileSync(join(folder, 'a.json'), greeting('Hello'));
    for (let count = 0; count < 2; count += 1)
      await client.createFlow({ FriendlyName: 'Twin', Status: 'draft', Definition: greeting('Hello') });
    const { code, error } = await apply('flows:\n  - {name: A, file: a.json}\n');
    expect(code).toBe(2);
    expect(error).toContain('more than one flow Twin');
  });

  it('a change that the server refuses is named, and what came before it stays', async () => {
    const { code, error, out } = await apply(
      'members:\n  - {email: new@b.example, role: viewer}\nwebhooks:\n  - {url: "no url", events: [flow.step.ended]}\nretention: {days: 29}\n',
    );
    expect(code).toBe(1);
    expect(out).toContain('+ member new@b.example');
    expect(error).toContain('webhook no url: ');
    expect(error).toContain('2 of the changes are not made.');
  });
});
