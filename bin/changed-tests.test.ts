/** Which tests a change reaches: in a small checkout with git, and in this one. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changedTests, importsOf, testsFor } from './changed-tests.mjs';

const sources = {
  'src/flow/graph.ts': 'export const graph = 1;',
  'src/flow/graph.test.ts': "import { graph } from './graph.ts';",
  'src/engine/cases.test.ts': '',
  'src/engine/cases/send.json': '{}',
  'src/architecture.test.ts': '',
  'src/server/main.ts': "await import('./start.ts');",
  'src/server/start.ts': "import './parse.ts';",
  'src/server/parse.ts': "new Worker(threadProgram('parser-thread', import.meta.url));",
  'src/server/parser-thread.ts': '',
  'src/server/testing/programs.ts': '',
  'src/server/main.test.ts': "import { serverProgram } from './testing/programs.ts';",
  'src/server/parse.test.ts': "import { parse } from './parse.ts';",
  'src/app/main.tsx': "import { pages } from './routes.tsx';\nimport './shell/frame.tsx';",
  'src/app/routes.tsx': [
    "import { settingsRoutes } from './settings/settings-routes.tsx';",
    "const alerts = createRoute({ path: '/alerts', component: lazy(() => import('./alerts/alerts-page.tsx')) });",
    "function loadDesigner() { return import('./designer/designer-page.tsx'); }",
    "const designer = createRoute({ path: '/flows/$sid', component: lazy(loadDesigner) });",
  ].join('\n'),
  'src/app/settings/settings-routes.tsx':
    "const sent = createRoute({ path: 'sent-emails', component: lazy(() => import('./email/sent-page.tsx')) });",
  'src/app/shell/frame.tsx': "const dialog = () => import('./dialog.tsx');",
  'src/app/shell/dialog.tsx': '',
  'src/app/alerts/alerts-page.tsx': "import { graph } from '#flow/graph.ts';\nimport './alerts.css';",
  'src/app/alerts/alerts.css': '',
  'src/app/designer/designer-page.tsx': "import { Canvas } from '../canvas/canvas.tsx';",
  'src/app/canvas/canvas.tsx': '',
  'src/app/settings/email/sent-page.tsx': '',
  'e2e/page-object.ts': "page.goto('/flows/FW1'); // the designer",
  'e2e/fixtures.ts': '',
  'e2e/specs/alerts.spec.ts': "import './../fixtures.ts';\npage.goto('/alerts');",
  'e2e/specs/notes.spec.ts': "import '../fixtures.ts';\nimport '../page-object.ts';",
  'e2e/specs/mail.spec.ts': "page.getByRole('link', { name: 'Sent email' }).click();",
  'package.json': '{}',
};
const specs = ['alerts', 'mail', 'notes'].map((name) => `e2e/specs/${name}.spec.ts`);

let root: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@receiver.example', ...args], { cwd: root });
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-changed-'));
  for (const [path, text] of Object.entries(sources)) write(path, text);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'First');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const reachedBy = (...changed: string[]) => testsFor(changed, { root });
/** Of tests without those that read all sources. */
const vitestOf = (...changed: string[]) =>
  reachedBy(...changed).vitest.filter((path) => path !== 'src/architecture.test.ts');
const specsOf = (...changed: string[]) =>
  reachedBy(...changed).specs.map((path) => path.slice('e2e/specs/'.length, -'.spec.ts'.length));

describe('a change', () => {
  it('reaches the test files that import it, itself where it is one, and those that read all sources', () => {
    expect(reachedBy('src/flow/graph.ts').vitest).toEqual([
      'src/architecture.test.ts',
      'src/flow/graph.test.ts',
    ]);
    expect(vitestOf('src/flow/graph.test.ts')).toEqual(['src/flow/graph.test.ts']);
    expect(vitestOf()).toEqual([]);
  });

  it('reaches the tests that start it as a program or a thread', () => {
    expect(vitestOf('src/server/parser-thread.ts')).toEqual([
      'src/server/main.test.ts',
      'src/server/parse.test.ts',
    ]);
    expect(vitestOf('src/server/start.ts')).toEqual(['src/server/main.test.ts']);
  });

  it('of data reaches the tests above it', () => {
    expect(vitestOf('src/engine/cases/send.json')).toEqual(['src/engine/cases.test.ts']);
  });

  it('of a page reaches the specs that name it, by its address, through a fixture, or by a link', () => {
    expect(specsOf('src/app/alerts/alerts-page.tsx')).toEqual(['alerts']);
    expect(specsOf('src/app/canvas/canvas.tsx')).toEqual(['notes']);
    expect(specsOf('src/app/settings/email/sent-page.tsx')).toEqual(['mail']);
    expect(specsOf('src/app/alerts/alerts.css')).toEqual(['alerts']);
    expect(specsOf('src/app/alerts/alerts-page.tsx', 'src/app/canvas/canvas.tsx')).toEqual([
      'alerts',
      'notes',
    ]);
    // What no page of the server's has: only those of the page that imports it.
    expect(specsOf('src/flow/graph.ts')).toEqual(['alerts']);
  });

  it('of the server, or of what each page loads, reaches all specs', () => {
    for (const path of [
      'src/server/parser-thread.ts',
      'src/app/shell/frame.tsx',
      'src/app/shell/dialog.tsx',
      'index.html',
    ])
      expect(reachedBy(path).specs, path).toEqual(specs);
  });

  it('of a spec or a fixture reaches that spec, or the specs that have it', () => {
    expect(specsOf('e2e/specs/mail.spec.ts')).toEqual(['mail']);
    expect(specsOf('e2e/fixtures.ts')).toEqual(['alerts', 'notes']);
  });

  it('of the dependencies reaches everything', () => {
    const { all, vitest, specs: reached } = reachedBy('package.json');
    expect([all, vitest.length, reached]).toEqual([true, 5, specs]);
  });
});

describe('with git', () => {
  beforeEach(() => {
    git('checkout', '-q', '.');
    git('clean', '-qfd');
  });

  it('what is not committed and what is new is a change, and what a revision is asked for', () => {
    const first = String(git('rev-parse', 'HEAD')).trim();
    expect(changedTests('HEAD', root)).toEqual({ all: false, vitest: [], specs: [] });
    write('src/flow/graph.ts', 'export const graph = 2;');
    write('e2e/specs/added.spec.ts', '');
    const now = changedTests('HEAD', root);
    expect(now.vitest).toContain('src/flow/graph.test.ts');
    expect(now.specs).toEqual(['e2e/specs/added.spec.ts', 'e2e/specs/alerts.spec.ts']);
    git('add', '.');
    git('commit', '-qm', 'Second');
    expect(changedTests('HEAD', root).specs).toEqual([]);
    expect(changedTests(first, root)).toEqual(now);
  });

  it('a file that was removed reaches those that still import it', () => {
    rmSync(join(root, 'src/app/canvas/canvas.tsx'));
    expect(changedTests('HEAD', root).specs).toEqual(['e2e/specs/notes.spec.ts']);
  });

  it('a revision that does not exist is refused in one sentence', () => {
    expect(() => changedTests('no-such', root)).toThrow(
      /^--changed needs git, and a revision that it knows: .*no-such/,
    );
  });
});

describe('in this checkout', () => {
  it.each([
    ['src/app/alerts/alerts-page.tsx', 'e2e/specs/alerts.spec.ts'],
    ['src/app/designer/designer-page.tsx', 'e2e/specs/notes.spec.ts'],
    ['src/app/revisions/history-page.tsx', 'e2e/specs/history.spec.ts'],
    ['src/app/settings/audit/audit-page.tsx', 'e2e/specs/audit.spec.ts'],
    ['src/app/executions/executions-page.tsx', 'e2e/specs/screens/executions.spec.ts'],
    ['src/app/settings/email/webhooks/webhook-page.tsx', 'e2e/specs/screens/email.spec.ts'],
  ])('%s reaches %s, and not every spec', (page, spec) => {
    const { specs: reached } = testsFor([page]);
    expect(reached).toContain(spec);
    expect(reached.length).toBeLessThan(testsFor(['src/server/start.ts']).specs.length);
  });

  it('a change of the server reaches the tests that start it', () => {
    expect(testsFor(['src/server/start.ts']).vitest).toEqual(
      expect.arrayContaining([
        'src/server/main.test.ts',
        'e2e/kill/executions.test.ts',
        'bin/dev/dev.test.ts',
      ]),
    );
  });

  it('imports over several lines, of types and by URL are imports', () => {
    const text = `import {
        a,
      } from './a.ts';
      import type { B } from '#flow/b.ts';
      export { c } from "../c.ts";
      const url = new URL('./d.css', import.meta.url);
      import 'react';`;
    expect([...importsOf('src/app/x.ts', text)]).toEqual([
      ...['src/app/a.ts', 'src/flow/b.ts', 'src/c.ts', 'src/app/d.css'],
    ]);
  });
});
