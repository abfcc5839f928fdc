import { describe, expect, it } from 'vitest';
import { workingCopyOf } from '#flow/change/working-copy.ts';
import { namedWidgets } from '#flow/commands/named-widgets.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { renameWidget } from '#flow/edit/rename-widget.ts';
import { widgetsOfFlowTest } from '#simulator/flow-test/rename.ts';
import { testPath } from '../execution-steps/path-of-steps.ts';
import { hasPassed } from './kept-test-results.ts';
import { loadSimulator } from './load-simulator.ts';
import { openTestText } from './open-test.ts';
import { runKeptTests } from './run-kept-tests.ts';
import { createTestRun, newestOf } from './test-run-store.ts';
import { threadRows } from './thread-rows.ts';

/** Asks, and thanks with what was answered; asks another system first where `url` is given. */
function greeting(thanks: string, url?: string): FlowDefinition {
  const empty = emptyDefinition();
  const first = url === undefined ? 'ask' : 'lookup';
  const message = { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}' };
  return {
    ...empty,
    states: [
      { ...empty.states[0], transitions: [{ event: 'incomingMessage', next: first }] },
      {
        name: 'lookup',
        type: 'make-http-request',
        transitions: [{ event: 'success', next: 'ask' }, { event: 'failed' }],
        properties: { method: 'GET', url: url ?? '' },
      },
      {
        name: 'ask',
        type: 'send-and-wait-for-reply',
        transitions: [
          { event: 'incomingMessage', next: 'check' },
          { event: 'timeout' },
          { event: 'deliveryFailure' },
        ],
        properties: { ...message, body: 'How are you?', timeout: '3600' },
      },
      {
        name: 'check',
        type: 'split-based-on',
        transitions: [{ event: 'noMatch', next: 'thank' }],
        properties: { input: '{{widgets.ask.inbound.Body}}' },
      },
      {
        name: 'thank',
        type: 'send-message',
        transitions: [{ event: 'sent' }, { event: 'failed' }],
        properties: { ...message, body: thanks },
      },
    ],
  };
}

function testRun(definition: FlowDefinition) {
  const shown = { definition };
  const run = createTestRun({ definition: () => shown.definition, now: () => 1_000, loadSimulator });
  const rows = () => {
    const newest = newestOf(run.getState().moments);
    return newest === null ? [] : threadRows(newest.simulation, shown.definition);
  };
  const texts = () =>
    rows().map((row) => {
      if (row.kind === 'branch') return `${row.widget}: ${row.label}`;
      const { entry } = row;
      return entry.kind === 'sent' || entry.kind === 'received' ? entry.body : entry.kind;
    });
  return { shown, run, texts };
}

describe('a test run', () => {
  it('begins as the flow does, until the author chooses', () => {
    const called = greeting('Thanks');
    const [trigger, ...others] = called.states;
    const byCall = { ...trigger, transitions: [{ event: 'incomingCall', next: 'ask' }] };
    const { run } = testRun({ ...called, states: [byCall, ...others] } as FlowDefinition);
    run.toggle();
    expect(run.getState()).toMatchObject({ isOpen: true, mode: 'call' });
    run.setMode('request');
    run.toggle();
    run.toggle();
    expect(run.getState()).toMatchObject({ isOpen: true, mode: 'request' });
  });

  it('shows messages and branches in their order', async () => {
    const { run, texts } = testRun(greeting('Thanks'));
    await run.start('Hello');
    await run.input({ kind: 'message', body: 'Fine' });
    expect(texts()).toEqual(['started', 'Hello', 'How are you?', 'Fine', 'check: No match', 'Thanks']);
  });

  it('steps back to the moment before the last input', async () => {
    const { run, texts } = testRun(greeting('You said {{widgets.ask.inbound.Body}}'));
    await run.start('Hello');
    await run.input({ kind: 'message', body: 'Fine' });
    run.stepBack();
    expect(texts()).toEqual(['started', 'Hello', 'How are you?']);
    await run.input({ kind: 'message', body: 'Well' });
    expect(texts().at(-1)).toBe('You said Well');
  });

  it('uses an edited definition from the next step', async () => {
    const { run, shown, texts } = testRun(greeting('Thanks'));
    await run.start('Hello');
    shown.definition = greeting('Noted');
    await run.input({ kind: 'message', body: 'Fine' });
    expect(texts().at(-1)).toBe('Noted');
  });

  it('stops at a request, keeps its response, and asks again once it is removed', async () => {
    const { run, texts } = testRun(greeting('Thanks', 'https://example.com'));
    await run.start('Hello');
    expect(newestOf(run.getState().moments)?.possible.answer?.widget).toBe('lookup');
    await run.answer({ status: 200 }, true);
    expect(texts().at(-1)).toBe('How are you?');
    await run.start('Hello');
    expect(texts().at(-1)).toBe('How are you?');
    run.forgetMock('lookup');
    await run.start('Hello');
    expect(newestOf(run.getState().moments)?.possible.answer?.widget).toBe('lookup');
  });

  it('says what is not possible now and changes nothing', async () => {
    const { run } = testRun(greeting('Thanks'));
    await run.start('Hello');
    await run.input({ kind: 'press', digits: '1' });
    expect(run.getState().failure?.kind).toBe('refused');
    expect(run.getState().moments).toHaveLength(1);
  });

  it('names the field that is no JSON object, and starts nothing', async () => {
    const { run } = testRun(greeting('Thanks'));
    run.prepare({ parameters: '[1]' });
    await run.start();
    expect(run.getState()).toMatchObject({ failure: { kind: 'parameters' }, moments: [] });
  });

  it('says when the simulator cannot be loaded', async () => {
    const run = createTestRun({
      definition: () => emptyDefinition(),
      now: () => 0,
      loadSimulator: () => Promise.reject(new Error('offline')),
    });
    await run.start('Hello');
    expect(run.getState().failure).toEqual({ kind: 'loading' });
  });
});

describe('a run that is kept as a test', () => {
  it('passes on the flow that it was made with, and fails where an edit changes what is sent', async () => {
    const { run, shown } = testRun(greeting('Thanks', 'https://example.com'));
    await run.start('Hello');
    await run.answer({ status: 200, body: { name: 'Sam' } }, false);
    await run.input({ kind: 'message', body: 'Fine' });
    const content = (await run.written()) ?? '';
    const results = (definition: FlowDefinition) =>
      runKeptTests(workingCopyOf({ name: '', definition }), [
        { sid: 'FE1', name: 'Thanks', content, widgets: null },
      ]);
    const { results: passing, outlets } = results(shown.definition);
    expect(passing.map(hasPassed)).toEqual([true]);
    expect(outlets.filter(({ tests }) => tests.length > 0)).toMatchObject([
      { widget: 'Trigger', outlet: 'incomingMessage', tests: ['Thanks'] },
      { widget: 'lookup', outlet: 'success' },
      { widget: 'ask', outlet: 'incomingMessage' },
      { widget: 'check', outlet: 'noMatch' },
      { widget: 'thank', outlet: 'sent' },
    ]);
    expect(outlets).toContainEqual(
      expect.objectContaining({ widget: 'ask', outlet: 'timeout', label: 'No reply', tests: [] }),
    );
    const [failing] = results(greeting('Noted', 'https://example.com')).results;
    expect(failing?.failures).toMatchObject([
      { widget: 'thank', what: 'sent', expected: '["Thanks"]', actual: '["Noted"]' },
    ]);
  });

  it('passes after a rename that the server has not confirmed', async () => {
    const { run, shown } = testRun(greeting('Thanks'));
    await run.start('Hello');
    await run.input({ kind: 'message', body: 'Fine' });
    const content = (await run.written()) ?? '';
    const copy = workingCopyOf({ name: '', definition: shown.definition });
    const renamed = renameWidget(shown.definition, 'ask', 'ask_again');
    if (!renamed.ok) throw new Error(renamed.reason);
    const { results } = runKeptTests({ ...copy, definition: renamed.definition }, [
      { sid: 'FE1', name: 'Thanks', content, widgets: namedWidgets(copy, widgetsOfFlowTest(content)) },
    ]);
    expect(results.map(hasPassed)).toEqual([true]);
    expect(results[0]?.content).toContain('waits: ask_again');
  });

  it('is nothing before it has started', async () => {
    expect(await testRun(greeting('Thanks')).run.written()).toBeNull();
  });

  it('that is no test says so', () => {
    const [result] = runKeptTests(workingCopyOf({ name: '', definition: emptyDefinition() }), [
      { sid: 'FE1', name: 'Broken', content: 'start: 1', widgets: null },
    ]).results;
    expect(result?.error).toMatch(/start/);
  });
});

describe('the path of a test run', () => {
  it('ends at the widget that waits', async () => {
    const { run, shown } = testRun(greeting('Thanks'));
    await run.start('Hello');
    const newest = newestOf(run.getState().moments);
    if (newest === null) throw new Error('The run has not started.');
    expect(testPath(newest.simulation, shown.definition)).toEqual({
      steps: [{ from: 'Trigger', outlet: 'incomingMessage', to: 'ask' }],
      shownSteps: 1,
      currentWidget: 'ask',
      running: true,
    });
  });
});

describe('opening a test', () => {
  const test = [
    'start: {trigger: incomingMessage, contact: "+15005550002", channel: "+15005550006", body: Hello}',
    'mocks: {lookup: [{status: 200, body: {}}, {fault: timeout}]}',
    'time_zone: Europe/Paris',
    'steps:',
    '  - expect: {waits: ask}',
    '  - send: Fine',
    '  - expect: {ended: true}',
  ].join('\n');

  it('runs it to its end, with its mocks, from where the author steps back', async () => {
    const { run, texts } = testRun(greeting('Thanks', 'https://example.com'));
    await openTestText(run, test);
    expect(run.getState()).toMatchObject({ isOpen: true, mode: 'message', failure: null });
    expect(texts().at(-1)).toBe('Thanks');
    run.stepBack();
    expect(newestOf(run.getState().moments)?.simulation.flow.execution.widget).toBe('ask');
    expect(await run.written()).toContain('time_zone: Europe/Paris');
  });

  it('stops at the step that failed', async () => {
    const { run } = testRun(greeting('Thanks', 'https://example.com'));
    await openTestText(run, test, 1);
    expect(newestOf(run.getState().moments)?.simulation.flow.execution.widget).toBe('ask');
    expect(run.getState().setup.contact).toBe('+15005550002');
  });

  it('says in the panel what is no test, and which step is not possible any more', async () => {
    const { run } = testRun(greeting('Thanks'));
    await openTestText(run, 'start: &a {trigger: *a}');
    expect(run.getState().failure).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('Line 1'),
    });
    await openTestText(run, 'start: {trigger: incomingMessage}\nsteps: [press: "1"]');
    expect(run.getState().failure).toMatchObject({ kind: 'refused' });
    expect(run.getState().moments).toHaveLength(1);
  });

  it('begins where the flow still has the widget, and says where it has not', async () => {
    const { run } = testRun(greeting('Thanks'));
    await openTestText(run, 'start: {trigger: incomingMessage, widget: deleted}\nsteps: []');
    expect(run.getState().failure).toEqual({ kind: 'widget', widget: 'deleted' });
    expect(run.getState().moments).toEqual([]);
  });
});
