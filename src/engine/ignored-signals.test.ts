/** Signals that a widget does not handle: noted once as a warning on its step, without effect. */

import { describe, expect, it } from 'vitest';
import { advance } from './advance.ts';
import type { Signal } from './signal.ts';
import { begin, flowOf } from './testing/start-flow.ts';

const flow = flowOf({
  name: 'fetch',
  type: 'make-http-request',
  transitions: [{ event: 'success' }, { event: 'failed' }],
  properties: { method: 'GET', url: 'https://hours.example/' },
});

const message: Signal = { kind: 'message', message: { Body: 'Are you there?' } };
const text = 'A message arrived while "fetch" takes none; it was ignored';
const warning = { code: 81002, message: `${text}: "Are you there?"` };
/** What the log gets. */
const logged = { code: 81002, message: `${text}.` };

describe('a message that the widget does not handle', () => {
  it('has no effect and becomes a warning on the step in progress', () => {
    const before = begin(flow).execution;
    const turn = advance(flow, before, message, 0);
    expect(turn).toMatchObject({ steps: [], commands: [], ignored: [logged] });
    expect(turn.execution).toEqual({ ...before, notes: [warning] });
  });

  it('is noted only once', () => {
    const once = advance(flow, begin(flow).execution, message, 0).execution;
    expect(advance(flow, once, message, 0).execution).toBe(once);
  });

  it('is noted with as much of its text as fits a note, and without one when it has none', () => {
    const noteOf = (Body: string) => {
      const { execution } = advance(flow, begin(flow).execution, { kind: 'message', message: { Body } }, 0);
      return execution.notes[0]?.message;
    };
    expect(noteOf('x'.repeat(5_000))).toMatch(/it was ignored: "x{200,}…$/);
    expect(noteOf(' ')).toBe(`${text}.`);
  });

  it('is on the step when the widget is left', () => {
    const { execution } = advance(flow, begin(flow).execution, message, 0);
    const data = { status_code: 200, content_type: 'text/plain', body: 'open' };
    const result: Signal = { kind: 'result', effect: '2.http', result: { ok: true, data } };
    const { steps } = advance(flow, execution, result, 0);
    expect(steps).toMatchObject([{ name: 'success', notes: [warning] }]);
  });
});

describe('a result that the widget does not handle', () => {
  it('becomes a warning without a text', () => {
    const say = { name: 'say', type: 'say-play', transitions: [], properties: { say: 'Hello' } };
    const { execution } = begin(flowOf(say), { call: 'CA1' });
    const result: Signal = { kind: 'result', effect: '2.other', result: { ok: true, data: {} } };
    const message = 'A result signal arrived while "say" takes none; it was ignored.';
    expect(advance(flowOf(say), execution, result, 0).execution.notes).toEqual([{ code: 81002, message }]);
  });
});

describe('a late timeout', () => {
  it('has no effect', () => {
    const before = begin(flow).execution;
    const late: Signal = { kind: 'timeout', wait: '7' };
    expect(advance(flow, before, late, 0).execution).toBe(before);
  });
});
