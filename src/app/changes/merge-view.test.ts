/** The merge that a save over a newer revision offers: what merges by itself, and what a person decides. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { conflictKey } from '#flow/merge/merge.ts';
import { conflictLabel, mergeView, statesNamed } from './merge-view.ts';

const message = (name: string, body: string, next?: string): State => ({
  name,
  type: 'send-message',
  transitions: [{ event: 'sent', ...(next !== undefined && { next }) }, { event: 'failed' }],
  properties: { body },
});
const trigger: State = {
  name: 'Trigger',
  type: 'trigger',
  transitions: [{ event: 'incomingMessage' }],
  properties: {},
};
const flow = (...states: State[]): FlowDefinition => ({
  description: '',
  initial_state: 'Trigger',
  states: [trigger, ...states],
});
const bodyOf = (definition: FlowDefinition | null, widget: string) =>
  definition?.states.find(({ name }) => name === widget)?.properties?.body;

describe('a merge with a newer revision', () => {
  const versions = {
    base: flow(message('a', 'One'), message('b', 'Two'), message('c', 'Three')),
    ours: flow(message('a', 'Mine'), message('b', 'Two'), message('c', 'Our three')),
    theirs: flow(message('a', 'Theirs'), message('b', 'Two', 'a'), message('c', 'Three')),
  };

  it('needs a choice only where both changed the same', () => {
    const { definition, conflicts, merged } = mergeView(versions, new Map());
    expect(definition).toBeNull();
    expect(conflicts.map(({ widget, part }) => `${widget} ${part}`)).toEqual(['a body']);
    expect(merged).toEqual([
      { widget: 'c', mark: 'changed', side: 'ours' },
      { widget: 'b', mark: 'changed', side: 'theirs' },
    ]);
  });

  it.each([
    ['ours', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)('takes %s where that is chosen, and the rest of both', (side, body) => {
    const [conflict] = mergeView(versions, new Map()).conflicts;
    const choices = new Map(conflict === undefined ? [] : [[conflictKey(conflict), side]]);
    const { definition, conflicts } = mergeView(versions, choices);
    expect(bodyOf(definition, 'a')).toBe(body);
    expect(bodyOf(definition, 'c')).toBe('Our three');
    expect(definition?.states.find(({ name }) => name === 'b')?.transitions?.[0]?.next).toBe('a');
    expect(conflicts).toHaveLength(1);
  });

  it('decides an edit against a removal', () => {
    const removed = { ...versions, theirs: flow(message('b', 'Two'), message('c', 'Three')) };
    const [conflict] = mergeView(removed, new Map()).conflicts;
    if (conflict === undefined) throw new Error('There is no conflict.');
    const names = (side: 'ours' | 'theirs') =>
      mergeView(removed, new Map([[conflictKey(conflict), side]])).definition?.states.map(({ name }) => name);
    expect(names('ours')).toEqual(['Trigger', 'a', 'b', 'c']);
    expect(names('theirs')).toEqual(['Trigger', 'b', 'c']);
  });

  it('says what would not be valid although all is decided', () => {
    const { definition, problems } = mergeView(
      {
        base: flow(message('a', 'One'), message('b', 'Two')),
        ours: flow(message('a', 'One', 'b'), message('b', 'Two')),
        theirs: flow(message('a', 'One')),
      },
      new Map(),
    );
    expect(definition).toBeNull();
    expect(problems).toEqual([expect.stringMatching(/not valid/)]);
  });

  it('names a conflict by its field or outlet', () => {
    const [conflict] = mergeView(versions, new Map()).conflicts;
    expect(conflict && conflictLabel(conflict, statesNamed(versions, 'a'))).toBe('Message');
  });
});
