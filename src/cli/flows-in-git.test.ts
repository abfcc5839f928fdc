/** docs/guides/flows-in-git.md, followed word by word: real processes in a repository of flows beside the checkout. */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalText } from '#flow/canonical/canonical.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { setDescription } from '#flow/edit/set-flow.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { compileCacheFolder } from '#server/testing/programs.ts';
import { openTestServer, type TestServer } from '#server/testing/server.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(new URL('../../docs/guides/flows-in-git.md', import.meta.url), 'utf8');
/** The commands of the block that has `text`. */
const blockWith = (text: string) =>
  [...guide.matchAll(/```\n(.*?)```/gs)].find(([, block = '']) => block.includes(text))?.[1] ?? 'exit 99';

const greet = addWidget(emptyDefinition(), 'say-play', { x: 0, y: 300 }, 'greet').definition;
const base = addWidget(greet, 'say-play', { x: 0, y: 600 }, 'leave').definition;
const say = (name: string, text: string, flow = base) => setProperty(flow, name, 'say', text);

let folder: string;
let repository: string;
let server: TestServer;
let environment: Record<string, string | undefined>;

beforeAll(async () => {
  server = await openTestServer();
  const PATCHBAY_URL = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { account_sid, auth_token } = server.account;
  folder = mkdtempSync(join(tmpdir(), 'patchbay-git-'));
  repository = join(folder, 'flows-of-ours');
  mkdirSync(join(repository, 'flows', 'drafts'), { recursive: true });
  symlinkSync(checkout, join(folder, 'patchbay'));
  environment = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_offline: 'true',
    NODE_COMPILE_CACHE: compileCacheFolder,
    PATCHBAY_URL,
    BIN: join(repository, 'node_modules', '.bin'),
    PATCHBAY_KEY: `${account_sid}:${auth_token}`,
  };
  await succeeds('git init --quiet --initial-branch=main && echo node_modules > .gitignore');
  await succeeds('git config user.name Test && git config user.email test@example.test');
  await succeeds(blockWith('npm install'), '');
  await succeeds(blockWith('merge.patchbay.driver'), '');
  await commit(base, 'Begin');
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `npx` itself is as slow as what it calls, and the commands of the guide call it. */
const quickNpx = 'npx() { local program=$1; shift; "$BIN/$program" "$@"; }\n';

/** Asynchronous, because the server is in this process. */
function bash(command: string, cwd = repository, before = quickNpx) {
  return new Promise<{ code: number | null; out: string; error: string }>((resolve) => {
    const child = spawn('bash', ['-e', '-c', before + command], { cwd, env: environment });
    const output = { out: '', error: '' };
    child.stdout.on('data', (chunk) => {
      output.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output.error += chunk;
    });
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

async function succeeds(command: string, before = quickNpx): Promise<string> {
  const { code, out, error } = await bash(command, repository, before);
  expect(code, `${command}\n${out}${error}`).toBe(0);
  return out;
}

const path = (file: string) => join(repository, 'flows', file);
const read = (file: string) => readFileSync(path(file), 'utf8');

async function commit(flow: FlowDefinition, message: string): Promise<void> {
  writeFileSync(path('a.json'), canonicalText(flow));
  await succeeds(`git add . && git commit --quiet --message "${message}"`);
}

describe('the merge driver', () => {
  it('takes the edits of both branches where text would conflict', async () => {
    await succeeds('git checkout --quiet -b greeting');
    await commit(moveWidgets(say('greet', 'Hi'), new Map([['greet', { x: 10, y: 300 }]])), 'Greet');
    await succeeds('git checkout --quiet main');
    const ours = moveWidgets(base, new Map([['greet', { x: 90, y: 310 }]]));
    await commit(say('leave', 'Bye', ours), 'Leave');
    await succeeds('git merge --quiet --no-edit greeting');
    expect(read('a.json')).toBe(canonicalText(say('greet', 'Hi', say('leave', 'Bye', ours))));
  });

  it('leaves both sides of a conflict in the file, all else merged, and no file behind', async () => {
    const before = JSON.parse(read('a.json')) as FlowDefinition;
    await succeeds('git checkout --quiet -b formal');
    await commit(setDescription(say('greet', 'Good day', before), 'Formal'), 'Be formal');
    await succeeds('git checkout --quiet main');
    await commit(say('greet', 'Hello', before), 'Be plain');
    const merged = await bash('git merge --no-edit formal');
    expect(merged.code).toBe(1);
    expect(merged.error).toContain("CONFLICT Both sides changed 'say' of greet.");
    const [, ours, theirs] =
      /^<<<<<<< ours\n(.*)\n=======\n(.*)\n>>>>>>> theirs$/m.exec(read('a.json')) ?? [];
    expect([ours, theirs]).toEqual([
      expect.stringContaining('"say": "Hello"'),
      expect.stringContaining('"say": "Good day"'),
    ]);
    expect(read('a.json').match(/^<{7}/gm)).toHaveLength(1);
    expect(read('a.json')).toContain('"description": "Formal"');
    expect(await succeeds('git status --porcelain')).toBe('UU flows/a.json\n');
    const unread = await bash('npx patchbay check flows/a.json');
    expect([unread.code, unread.error]).toEqual([2, expect.stringContaining('has a conflict at line')]);
    await succeeds('git checkout --theirs flows/a.json && git add . && git commit --quiet --no-edit');
  });

  it('merges files that are no flows as text', async () => {
    const files = { base: '[\n1,\n2\n]\n', ours: '[\n1,\n3\n]\n', theirs: '[\n0,\n2\n]\n' };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const merge = 'npx patchbay merge --write ../base ../ours';
    expect((await bash(`${merge} ../theirs`)).code).toBe(1);
    expect(readFileSync(join(folder, 'ours'), 'utf8')).toMatch(/^\[\n<{7} ours\n[\s\S]*>{7} theirs\n\]\n$/);
    writeFileSync(join(folder, 'ours'), files.base);
    await succeeds(`${merge} ../theirs`);
    expect(readFileSync(join(folder, 'ours'), 'utf8')).toBe(files.theirs);
  });
});

describe('a refused push', () => {
  let sid = '';
  const linked = () => JSON.parse(readFileSync(join(repository, 'patchbay.json'), 'utf8')).flows;
  const onServer = async () => (await server.send({ url: `/v2/Flows/${sid}` })).json();
  const saveOnServer = (flow: FlowDefinition) =>
    server.send({
      url: `/v2/Flows/${sid}`,
      form: { Status: 'draft', Definition: JSON.stringify(flow) },
    });
  /** The calls that the message advises, in order. */
  const advice = (message: string) => message.match(/npx patchbay .*/g) ?? [];

  it('is accepted after the printed advice, from another folder too', async () => {
    writeFileSync(path("the clinic's.json"), canonicalText(base));
    await succeeds(`npx patchbay push "flows/the clinic's.json"`);
    sid = linked()["flows/the clinic's.json"].sid;
    await saveOnServer(say('greet', 'From the page'));
    writeFileSync(path("the clinic's.json"), canonicalText(say('leave', 'From the file')));
    const drafts = path('drafts');
    const call = `npx patchbay push "../the clinic's.json" --publish --message "Say it's over"`;
    const refused = await bash(call, drafts);
    expect([refused.code, advice(refused.error)]).toEqual([
      1,
      [
        `npx patchbay diff ${sid}@1 ${sid}@2`,
        `npx patchbay pull --merge '../the clinic'\\''s.json'`,
        `npx patchbay push '../the clinic'\\''s.json' --publish --message 'Say it'\\''s over'`,
      ],
    ]);
    const codes = [];
    for (const each of advice(refused.error)) codes.push((await bash(each, drafts)).code);
    expect(codes).toEqual([1, 0, 0]);
    expect(await onServer()).toMatchObject({
      revision: 3,
      status: 'published',
      commit_message: "Say it's over",
      definition: say('leave', 'From the file', say('greet', 'From the page')),
    });
    expect((await bash('npx patchbay status', drafts)).out).toBe(
      `../the clinic's.json  ${sid}  in sync at revision 3; published 3\n`,
    );
  });

  it('is accepted once a person has decided the conflicts', async () => {
    await succeeds(`mv "flows/the clinic's.json" flows/b.json`);
    await succeeds(`sed -i "s/the clinic's/b/" patchbay.json`);
    await saveOnServer(say('greet', 'From the page, again'));
    writeFileSync(path('b.json'), canonicalText(say('greet', 'From the file')));
    const refused = await bash('npx patchbay push flows/b.json');
    const merged = await bash(advice(refused.error)[1] ?? '');
    expect([merged.code, merged.error]).toEqual([1, expect.stringContaining('CONFLICT')]);
    expect(linked()['flows/b.json'].revision).toBe(4);
    const marked = await bash('npx patchbay push flows/b.json');
    expect([marked.code, marked.error]).toEqual([2, expect.stringContaining('has a conflict at line')]);
    const decided = read('b.json').replace(/^<{7} ours\n([\s\S]*?)={7}\n[\s\S]*?>{7} .*\n/gm, '$1');
    writeFileSync(path('b.json'), decided);
    await succeeds('npx patchbay push flows/b.json');
    expect((await onServer()).definition).toEqual(say('greet', 'From the file'));
  });

  it('is accepted after merge --write, which makes the newest revision the base', async () => {
    await saveOnServer(say('greet', 'Hello', say('leave', 'Goodbye')));
    writeFileSync(path('b.json'), canonicalText(setDescription(JSON.parse(read('b.json')), 'Ours')));
    await succeeds(`npx patchbay merge --write ${sid}@5 flows/b.json ${sid}`);
    expect(linked()['flows/b.json'].revision).toBe(6);
    await succeeds('npx patchbay push flows/b.json');
    expect((await onServer()).definition).toEqual(
      setDescription(say('greet', 'Hello', say('leave', 'Goodbye')), 'Ours'),
    );
  });
});

describe('a wrong call', () => {
  it('prints all commands where there is no such command', async () => {
    const { code, out, error } = await bash('npx patchbay nonsense');
    expect([code, out]).toEqual([2, '']);
    for (const name of ['check', 'merge', 'pull', 'status', 'account add', 'backup'])
      expect(error).toMatch(new RegExp(`^  npx patchbay ${name}`, 'm'));
  });

  it.each([
    ['check nothing.json', 'There is no file nothing.json.'],
    ['check flows', 'flows is a folder, not a file.'],
    ['format flows/a.json/b.json', 'a part of this path is a file'],
    ['pull nothing.json', 'nothing.json is linked to no flow'],
  ])('%s is answered by a sentence', async (call, sentence) => {
    const { code, error } = await bash(`npx patchbay ${call}`);
    expect([code, error]).toEqual([2, expect.stringContaining(sentence)]);
    expect(error).not.toContain('ENO');
  });
});
