/** Chosen changes are put back in the newest definition, which may have gone on. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { diff } from '#flow/diff/diff.ts';
import { putBack } from './put-back.ts';

const message = (name: string, body: string, next?: string): State => ({
  name,
  type: 'send-message',
  transitions: [{ event: 'sent', ...(next !== undefined && { next }) }, { event: 'failed' }],
  properties: { body },
});
const trigger: State = { name: 'Trigger', type: 'trigger', transitions: [], properties: {} };
const flow = (...states: State[]): FlowDefinition => ({
  description: '',
  initial_state: 'Trigger',
  states: [trigger, ...states],
});
const bodyOf = (definition: FlowDefinition, widget: string) =>
  definition.states.find(({ name }) => name === widget)?.properties?.body;

describe('putting changes back', () => {
  const before = flow(message('a', 'One'), message('b', 'Two'));
  const after = flow(message('a', 'First'));
  const comparison = { before, after, diff: diff(before, after) };
  const ofWidget = (name: string) => comparison.diff.changes.filter(({ widget }) => widget === name);

  it('keeps what changed since', () => {
    const newest = flow(message('a', 'First'), message('c', 'Three'));
    const result = putBack(comparison, ofWidget('b'), newest);
    expect(result.kind === 'fits' && result.definition.states.map(({ name }) => name).sort()).toEqual([
      'Trigger',
      'a',
      'b',
      'c',
    ]);
  });

  it('is refused where the same text was changed again', () => {
    const result = putBack(comparison, ofWidget('a'), flow(message('a', 'Number one')));
    expect(result).toEqual({ kind: 'conflicts', conflicts: ["Both sides changed 'body' of a."] });
  });

  it('into the later side itself needs no merge', () => {
    const result = putBack(comparison, ofWidget('a'), after);
    expect(result.kind === 'fits' && bodyOf(result.definition, 'a')).toBe('One');
  });
});
