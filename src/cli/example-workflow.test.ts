/**
 * The example workflow of docs/guides/flows-in-git.md: its own shell steps, read from the page, are run as the CI service
 * runs them, in a clone of a real repository. Only `gh` is replaced, and the host by a folder.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { canonicalText } from '#flow/canonical/canonical.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { compileCacheFolder } from '#server/testing/programs.ts';

type Workflow = { jobs: { flows: { steps: { run?: string; env?: Record<string, string> }[] } } };

const program = fileURLToPath(new URL('../../bin/patchbay.mjs', import.meta.url));
const guide = readFileSync(new URL('../../docs/guides/flows-in-git.md', import.meta.url), 'utf8');
const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(guide) ?? [];
const scripts = (parse(yaml) as Workflow).jobs.flows.steps.flatMap(({ run }) => run ?? []);
const stepWith = (text: string) => scripts.find((script) => script.includes(text)) ?? 'exit 99';

const before = setProperty(
  addWidget(emptyDefinition(), 'say-play', { x: 0, y: 300 }, 'greet').definition,
  'greet',
  'say',
  'Hello',
);

let folder: string;
let clone: string;
let environment: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-workflow-'));
  clone = join(folder, 'clone');
  const [origin, programs] = [join(folder, 'acme', 'flows.git'), join(folder, 'programs')];
  mkdirSync(programs, { recursive: true });
  script(join(programs, 'patchbay'), `exec "${process.execPath}" "${program}" "$@"`);
  script(
    join(programs, 'gh'),
    `printf '%s\\n' "$*" > "${folder}/gh-arguments"; cp "$7" "${folder}/comment.md"`,
  );
  environment = {
    PATH: [programs, process.env.PATH].join(delimiter),
    HOME: folder,
    NODE_COMPILE_CACHE: compileCacheFolder,
    GITHUB_BASE_REF: 'main',
    GITHUB_REPOSITORY: 'acme/flows',
    GITHUB_SHA: 'c0ffee',
    GH_TOKEN: 'token',
    PR: '7',
    PICTURES: 'https://pictures.example/pictures',
    // What the host is to the workflow, a folder is here.
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.${folder}/.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://x-access-token:token@github.com/',
  };
  bash(folder, `git init --quiet --bare --initial-branch=main "${origin}"`);
  // The address in the workflow has no suffix.
  bash(folder, 'mv acme/flows.git acme/flows');
  bash(folder, `git clone --quiet "${folder}/acme/flows" clone`);
  bash(
    clone,
    'git checkout --quiet -b main; git config user.name Test; git config user.email test@example.test',
  );
  commit({ 'greeting.json': before, 'other.json': before }, 'Begin');
  bash(clone, 'git push --quiet origin main');
  bash(clone, 'git switch --quiet --orphan pictures && git commit --quiet --allow-empty -m "Pictures"');
  bash(
    clone,
    'git push --quiet -u origin pictures && git switch --quiet main && git switch --quiet -c change',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** As the CI service runs a step; gives its standard output. */
function bash(cwd: string, text: string): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', text], {
    cwd,
    encoding: 'utf8',
    env: environment,
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

function commit(flows: Record<string, FlowDefinition>, message: string): void {
  mkdirSync(join(clone, 'flows'), { recursive: true });
  for (const [name, flow] of Object.entries(flows))
    writeFileSync(join(clone, 'flows', name), canonicalText(flow));
  bash(clone, `git add . && git commit --quiet --message "${message}"`);
}

describe('the example workflow', () => {
  it('writes what the check finds as SARIF', () => {
    bash(clone, stepWith('patchbay check'));
    const { version, runs } = JSON.parse(readFileSync(join(clone, 'findings.sarif'), 'utf8'));
    expect({ version, runs }).toMatchObject({ version: '2.1.0', runs: [{}] });
    rmSync(join(clone, 'findings.sarif'));
  });

  it('comments nothing on a change without flows', () => {
    bash(clone, stepWith('gh pr comment'));
    expect(existsSync(join(folder, 'comment.md'))).toBe(false);
  });

  it('comments the sentences and a picture that it has stored', () => {
    commit({ 'greeting.json': setProperty(before, 'greet', 'say', 'Good day') }, 'Change');
    bash(clone, stepWith('gh pr comment'));
    const comment = readFileSync(join(folder, 'comment.md'), 'utf8');
    expect(comment).toContain('**flows/greeting.json**');
    expect(comment).toMatch(/^- .*greet.*Good day/m);
    expect(comment).toContain(
      '![flows/greeting.json](https://pictures.example/pictures/greeting-c0ffee.svg)',
    );
    expect(comment).not.toContain('other.json');
    expect(readFileSync(join(folder, 'gh-arguments'), 'utf8')).toBe(
      'pr comment 7 --repo acme/flows --body-file ../comment.md\n',
    );
    const picture = bash(join(folder, 'acme', 'flows'), 'git show pictures:greeting-c0ffee.svg');
    expect(picture).toMatch(/^<svg/);
  });
});
