/** Chosen changes are put back, and nothing else. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../canonical/canonical.ts';
import type { FlowDefinition, State } from '../definition.ts';
import { editScript, grownFlow, perform } from '../testing/random-edits.ts';
import type { Change } from './change.ts';
import { diff } from './diff.ts';
import { type Reverted, revertChanges } from './revert-changes.ts';

const message = (name: string, next?: string, body = 'Hi'): State => ({
  name,
  type: 'send-message',
  transitions: [{ event: 'sent', ...(next !== undefined && { next }) }, { event: 'failed' }],
  properties: { body },
});

const flow = (...states: State[]): FlowDefinition => ({ description: '', initial_state: 'a', states });

function revert(
  before: FlowDefinition,
  after: FlowDefinition,
  choose: (change: Change) => boolean,
): Reverted {
  const { changes } = diff(before, after);
  return revertChanges(before, after, changes, new Set(changes.filter(choose)));
}

const textOf = (result: Reverted) => (result.ok ? canonicalText(result.definition) : result.missing);

describe('reverting changes', () => {
  it('of all is the earlier definition, of none the later one', () => {
    fc.assert(
      fc.property(grownFlow, editScript, (before, script) => {
        const after = script.reduce(perform, before);
        expect(textOf(revert(before, after, () => true))).toEqual(canonicalText(before));
        expect(textOf(revert(before, after, () => false))).toEqual(canonicalText(after));
      }),
      { numRuns: 200 },
    );
  });

  it('of some leaves exactly the others', () => {
    fc.assert(
      fc.property(grownFlow, editScript, fc.nat(), (before, script, seed) => {
        const after = script.reduce(perform, before);
        const { changes } = diff(before, after);
        // Changes of one list of transitions are told by their places in it, and these change with the others.
        const isPlain = ({ kind }: Change) => kind === 'property-changed' || kind === 'widget-moved';
        const chosen = changes.filter((each, index) => isPlain(each) && (seed >> (index % 16)) % 2 === 0);
        const result = revertChanges(before, after, changes, new Set(chosen));
        if (!result.ok) return;
        const left = diff(before, result.definition).changes.map(({ text }) => text);
        const chosenTexts = chosen.map(({ text }) => text);
        expect(left.filter((text) => chosenTexts.includes(text))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('puts one widget back with its connections, and no other change', () => {
    const before = flow(message('a', 'b'), message('b', 'c'), message('c'));
    const after = flow(message('a', 'b', 'Hello'), message('b'));
    const result = revert(before, after, ({ widget }) => widget === 'c');
    expect(result).toEqual({
      ok: true,
      definition: flow(message('a', 'b', 'Hello'), message('b'), message('c')),
    });
  });

  it('is refused where a connection would lead nowhere, and says what must come along', () => {
    const before = flow(message('a', 'b'), message('b'));
    const after = flow(message('a'));
    const { changes } = diff(before, after);
    const connection = changes.filter(({ kind }) => kind === 'connection-changed');
    const result = revertChanges(before, after, changes, new Set(connection));
    expect(result).toEqual({
      ok: false,
      missing: [{ from: 'a', to: 'b' }],
      needed: changes.filter(({ kind }) => kind === 'widget-removed'),
    });
    expect(textOf(revert(before, after, () => true))).toEqual(canonicalText(before));
  });

  it('of an added widget takes the connections to it along', () => {
    const [before, after] = [flow(message('a')), flow(message('a', 'b'), message('b'))];
    const result = revert(before, after, ({ kind }) => kind === 'widget-added');
    expect(result).toMatchObject({ ok: false, needed: [{ kind: 'connection-changed', widget: 'a' }] });
  });

  it('follows a rename that stays', () => {
    const before = flow(message('a', 'b'), message('b', undefined, 'Bye'), message('c'));
    const after = flow(message('a', 'c'), message('bee', undefined, 'Bye'), message('c'));
    const result = revert(before, after, ({ kind }) => kind === 'connection-changed');
    expect(textOf(result)).toEqual(
      canonicalText(flow(message('a', 'bee'), message('bee', undefined, 'Bye'), message('c'))),
    );
  });

  it('keeps the order of the widgets', () => {
    const before = flow(message('a'), message('z'), message('m'));
    const after = flow(message('a'), message('z', undefined, 'Other'), message('m'));
    const result = revert(before, after, () => true);
    expect(result.ok && result.definition.states.map(({ name }) => name)).toEqual(['a', 'z', 'm']);
  });
});
