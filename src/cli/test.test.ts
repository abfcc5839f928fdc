/** `patchbay test` on files: exit codes and what it writes. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import appointmentReminder from '#flow/samples/appointment-reminder.json' with { type: 'json' };
import { runCommand } from './run-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-test-'));
  write('flow.json', JSON.stringify(appointmentReminder));
  write('passes.yaml', test('ended: true'));
  write('fails.yaml', test('ended: false'));
  write('broken.yaml', 'steps: [');
  return () => rmSync(folder, { recursive: true, force: true });
});

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const test = (expected: string) =>
  `flow: flow.json\nstart: {trigger: incomingRequest}\nsteps: [{send: "yes"}, {expect: {${expected}}}]\n`;

async function run(...args: string[]) {
  const output = { out: '', error: '' };
  const code = await runCommand(['test', ...args], {
    folder,
    out: (text) => {
      output.out += text;
    },
    error: (text) => {
      output.error += text;
    },
    variable: () => undefined,
    server: () => {
      throw new Error('Tests need no server.');
    },
  });
  return { code, ...output };
}

it('ends with 0 when all pass, 1 when one fails, 2 when a file is no test', async () => {
  expect(await run('passes.yaml')).toEqual({ code: 0, out: '1 passed, 0 failed\n', error: '' });
  const failed = await run('passes.yaml', 'fails.yaml');
  expect(failed).toMatchObject({ code: 1, out: expect.stringContaining('1 passed, 1 failed') });
  expect(failed.out).toContain('fails.yaml: step 2, thank: ended: expected false, got true');
  const broken = await run('passes.yaml', 'broken.yaml');
  expect(broken).toMatchObject({ code: 2, error: expect.stringMatching(/^broken\.yaml:\d+:\d+: /) });
});

it.each([
  [['missing.yaml'], 'missing.yaml'],
  [[], 'Which file?'],
  [['passes.yaml', 'fails.yaml', '--trace', 't.json'], 'one test at a time'],
  [['passes.yaml', '--flow', 'none.json'], 'none.json'],
  [['passes.yaml', '--color'], 'Usage:\n  npx patchbay test'],
])('ends with 2 for %j', async (args, message) => {
  expect(await run(...args)).toMatchObject({ code: 2, error: expect.stringContaining(message) });
});

it('writes JUnit, coverage and the trace', async () => {
  await run('passes.yaml', '--junit', 'j.xml', '--coverage', 'c.json', '--trace', 't.json');
  expect(read('j.xml')).toContain('<testcase classname="patchbay" name="passes.yaml" file="passes.yaml"/>');
  const coverage = JSON.parse(read('c.json'));
  expect(coverage).toMatchObject({ covered: 4, of: coverage.transitions.length });
  expect(coverage.transitions).toContainEqual({ widget: 'remind', event: 'incomingMessage', hits: 1 });
  const trace = JSON.parse(read('t.json'));
  expect(Object.keys(trace)).toEqual(['steps', 'sent', 'context']);
  expect(trace.steps.at(-1)).toEqual({ event: 'sent', from: 'thank', to: 'Ended' });
});

it('writes tests for a flow that pass and reach most of it, and overwrites none', async () => {
  const written = await run('--generate', 'flow.json', 'tests');
  expect(written).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+ tests in tests, which take \d+ of/),
  });
  const files = readdirSync(join(folder, 'tests')).map((file) => join('tests', file));
  expect((await run(...files, '--coverage', 'c.json')).code).toBe(0);
  const { transitions } = JSON.parse(read('c.json'));
  const missed = transitions.filter((each: { hits: number }) => each.hits === 0);
  expect(missed).toEqual([]);
  expect((await run('--generate', 'flow.json', 'tests')).code).toBe(2);
});

it('finds the file of a subflow by patchbay.json', async () => {
  const sid = `FW${'a'.repeat(32)}`;
  const [trigger] = appointmentReminder.states;
  const states = [
    { ...trigger, transitions: [{ event: 'incomingRequest', next: 'sub' }] },
    {
      name: 'sub',
      type: 'run-subflow',
      properties: { flow_sid: sid, flow_revision: 'LatestPublished' },
      transitions: [{ event: 'completed' }, { event: 'failed' }],
    },
  ];
  write('parent.json', JSON.stringify({ ...appointmentReminder, states }));
  const child = JSON.stringify(appointmentReminder).replace(
    '{"event":"incomingParent"}',
    '{"event":"incomingParent","next":"thank"}',
  );
  write('flow.json', child);
  write('patchbay.json', JSON.stringify({ flows: { 'flow.json': { sid, revision: 1 } } }));
  write(
    'sub.yaml',
    'flow: parent.json\nstart: {trigger: incomingRequest}\nsteps: [{expect: {path: [sub], ended: true}}]\n',
  );
  expect(await run('sub.yaml')).toEqual({ code: 0, out: '1 passed, 0 failed\n', error: '' });
});
