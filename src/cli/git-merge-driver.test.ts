/** The merge driver that docs/guides/flows-in-git.md describes, in a real repository. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalText } from '#flow/canonical/canonical.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { setProperty } from '#flow/edit/set-property.ts';

const program = fileURLToPath(new URL('../../bin/patchbay.mjs', import.meta.url));
const greet = addWidget(emptyDefinition(), 'say-play', { x: 0, y: 300 }, 'greet').definition;
const base = addWidget(greet, 'say-play', { x: 0, y: 600 }, 'leave').definition;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-git-'));
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.test');
  git(
    'config',
    'merge.patchbay.driver',
    `"${process.execPath}" "${program}" merge %O %A %B > %A.merged && mv %A.merged %A`,
  );
  writeFileSync(join(folder, '.gitattributes'), '*.flow.json merge=patchbay\n');
  commit(base, 'Begin');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]) {
  return spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
}

function commit(flow: FlowDefinition, message: string): void {
  writeFileSync(join(folder, 'a.flow.json'), canonicalText(flow));
  git('add', '.');
  git('commit', '--quiet', '--message', message);
}

const say = (name: string, text: string, flow = base) => setProperty(flow, name, 'say', text);
const stored = () => readFileSync(join(folder, 'a.flow.json'), 'utf8');

describe('git merge', () => {
  it('takes the edits of both branches where text would conflict', () => {
    git('checkout', '--quiet', '-b', 'greeting');
    commit(moveWidgets(say('greet', 'Hi'), new Map([['greet', { x: 10, y: 300 }]])), 'Greet');
    git('checkout', '--quiet', 'main');
    commit(say('leave', 'Bye', moveWidgets(base, new Map([['greet', { x: 90, y: 310 }]]))), 'Leave');
    const merged = git('merge', '--quiet', '--no-edit', 'greeting');
    expect(merged.status, merged.stdout + merged.stderr).toBe(0);
    const ours = moveWidgets(base, new Map([['greet', { x: 90, y: 310 }]]));
    expect(stored()).toBe(canonicalText(say('greet', 'Hi', say('leave', 'Bye', ours))));
  });

  it('stops at a conflict with our version in place, and says which widget', () => {
    git('checkout', '--quiet', '-b', 'formal');
    commit(say('greet', 'Good day'), 'Be formal');
    git('checkout', '--quiet', 'main');
    commit(say('greet', 'Hello'), 'Be plain');
    const merged = git('merge', '--no-edit', 'formal');
    expect(merged.status).toBe(1);
    expect(merged.stderr).toContain('greet');
    expect(merged.stdout).toContain('CONFLICT');
    expect(stored()).toBe(canonicalText(say('greet', 'Hello')));
  });
});
