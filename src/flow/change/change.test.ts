import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import { connect } from '../edit/connect.ts';
import { removeWidgets } from '../edit/remove-widgets.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { setProperty } from '../edit/set-property.ts';
import { editScript, editWish, grownFlow, perform } from '../testing/random-edits.ts';
import { appointmentFlow, nextOf, widget } from '../testing/test-flow.ts';
import { applyOperations } from './apply.ts';
import { operationsBetween } from './derive.ts';
import { invertOperations } from './invert.ts';
import type { Operation } from './operation.ts';
import { knownTextEdits, rebaseOperations } from './rebase.ts';
import { type WorkingCopy, workingCopyOf } from './working-copy.ts';

const flow = workingCopyOf({ name: 'Appointment', definition: appointmentFlow() });
let made = 0;
const fresh = () => {
  made += 1;
  return `new-${made}`;
};

/** The operations of an edit, having crossed the wire. */
function operationsOf(copy: WorkingCopy, edit: (definition: FlowDefinition) => FlowDefinition): Operation[] {
  const content = { name: copy.name, definition: edit(copy.definition) };
  return JSON.parse(JSON.stringify(operationsBetween(copy, content, fresh))) as Operation[];
}
const renamed = (from: string, to: string) => (definition: FlowDefinition) => {
  const result = renameWidget(definition, from, to);
  return result.ok ? result.definition : definition;
};
const body = (name: string, text: string) => (definition: FlowDefinition) =>
  setProperty(definition, name, 'body', text);

/** Both edits, made at once; `theirs` reached the server first. */
function together(
  copy: WorkingCopy,
  mine: (definition: FlowDefinition) => FlowDefinition,
  theirs: (definition: FlowDefinition) => FlowDefinition,
) {
  const after = applyOperations(copy, operationsOf(copy, theirs)).copy;
  const { operations, lost } = rebaseOperations(operationsOf(copy, mine), copy, after);
  const { copy: result, skipped } = applyOperations(after, operations);
  return { definition: result.definition, lost: [...lost, ...skipped] };
}

describe('the operations of an edit', () => {
  it('make what the edit makes, whatever it is', () => {
    fc.assert(
      fc.property(grownFlow, editScript, (definition, list) => {
        let copy = workingCopyOf({ name: 'Random', definition });
        for (const wish of list) {
          const after = perform(copy.definition, wish);
          copy = applyOperations(
            copy,
            operationsOf(copy, () => after),
          ).copy;
          expect(copy.definition).toEqual(JSON.parse(JSON.stringify(after)));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('make it of a file that nobody would write, too', () => {
    const strange = fc.constantFrom(
      { ...appointmentFlow(), states: 'none' },
      { ...appointmentFlow(), states: [null, 3] },
      {},
      { ...appointmentFlow(), states: [{ name: 'a' }, { name: 'a' }, {}, { name: 3, transitions: 'x' }] },
      { ...appointmentFlow(), states: [{ name: 'a', transitions: [null, { event: 4 }], properties: [] }] },
      appointmentFlow(),
    );
    fc.assert(
      fc.property(strange, strange, (before, after) => {
        const copy = workingCopyOf({ name: 'x', definition: before as FlowDefinition });
        const operations = operationsOf(copy, () => after as FlowDefinition);
        const { copy: result } = applyOperations(copy, operations);
        expect(result.definition).toEqual(after);
        const undone = applyOperations(result, invertOperations(copy, operations));
        expect(undone.copy.definition).toEqual(before);
      }),
    );
  });

  it('of one keystroke, one move and one cord are small', () => {
    const size = (edit: (definition: FlowDefinition) => FlowDefinition) =>
      JSON.stringify(operationsOf(flow, edit)).length;
    expect(size(body('greet', 'Hello!'))).toBeLessThan(100);
    expect(
      size((definition) => connect(definition, { widget: 'greet', outlet: 'failed' }, 'thank')),
    ).toBeLessThan(90);
    expect(size(renamed('ask', 'question'))).toBeLessThan(90);
  });
});

describe('an undo', () => {
  it('gives back what was before', () => {
    fc.assert(
      fc.property(grownFlow, editScript, (definition, list) => {
        const start = workingCopyOf({ name: 'Random', definition });
        let copy = start;
        const undos: Operation[][] = [];
        for (const wish of list) {
          const operations = operationsOf(copy, (each) => perform(each, wish));
          undos.unshift(invertOperations(copy, operations));
          copy = applyOperations(copy, operations).copy;
        }
        for (const undo of undos) {
          const { copy: result, skipped } = applyOperations(copy, undo);
          expect(skipped).toEqual([]);
          copy = result;
        }
        expect(copy).toEqual(start);
      }),
      { numRuns: 150 },
    );
  });

  it('leaves what somebody else has changed since', () => {
    const mine = operationsOf(flow, body('greet', 'Hello Ann'));
    const undo = invertOperations(flow, mine);
    const edited = applyOperations(flow, mine).copy;
    const theirs = operationsOf(edited, body('greet', 'Dear Hello Ann'));
    const later = applyOperations(edited, theirs).copy;
    const { copy } = applyOperations(
      later,
      rebaseOperations(undo, edited, later, knownTextEdits(theirs)).operations,
    );
    expect(widget(copy.definition, 'greet').properties?.body).toBe('Dear Hello');
  });

  it('of a new widget does nothing once somebody else uses it', () => {
    const added = {
      ...appointmentFlow(),
      states: [
        ...appointmentFlow().states,
        { name: 'bye', type: 'send-message', properties: {}, transitions: [] },
      ],
    };
    const mine = operationsOf(flow, () => added);
    const undo = invertOperations(flow, mine);
    const edited = applyOperations(flow, mine).copy;
    const used = applyOperations(
      edited,
      operationsOf(edited, (each) => connect(each, { widget: 'greet', outlet: 'failed' }, 'bye')),
    ).copy;
    expect(applyOperations(used, undo).copy).toBe(used);
    expect(applyOperations(edited, undo).copy.definition).toEqual(flow.definition);
  });
});

describe('two edits at once', () => {
  it('of different widgets are both there, in either order', () => {
    fc.assert(
      fc.property(grownFlow, editWish, editWish, (definition, mine, theirs) => {
        const copy = workingCopyOf({ name: 'Random', definition });
        const { definition: result } = together(
          copy,
          (each) => perform(each, mine),
          (each) => perform(each, theirs),
        );
        expect(Array.isArray(result.states)).toBe(true);
      }),
    );
    const one = together(flow, body('greet', 'Hi'), body('thank', 'Bye'));
    const other = together(flow, body('thank', 'Bye'), body('greet', 'Hi'));
    expect(one.definition).toEqual(other.definition);
    expect(one.lost).toEqual([]);
  });

  it('follow a widget to its new name', () => {
    const { definition } = together(flow, body('ask', 'Well?'), renamed('ask', 'question'));
    expect(widget(definition, 'question').properties?.body).toBe('Well?');
    const cord = together(
      flow,
      (each) => connect(each, { widget: 'greet', outlet: 'failed' }, 'ask'),
      renamed('ask', 'question'),
    );
    expect(nextOf(cord.definition, 'greet', 'failed')).toBe('question');
    const reference = together(
      flow,
      body('greet', '{{widgets.ask.inbound.Body}}'),
      renamed('ask', 'question'),
    );
    expect(widget(reference.definition, 'greet').properties?.body).toBe('{{widgets.question.inbound.Body}}');
  });

  it('that each put the first thing into what only people read keep both, and an undo takes back one', () => {
    const put = (id: string) => (definition: FlowDefinition) => ({
      ...definition,
      ui: { notes: { [id]: { text: id } } },
    });
    const { definition, lost } = together(flow, put('mine'), put('theirs'));
    expect(lost).toEqual([]);
    expect(definition.ui).toEqual({ notes: { theirs: { text: 'theirs' }, mine: { text: 'mine' } } });
    const theirs = applyOperations(flow, operationsOf(flow, put('theirs'))).copy;
    const mine = operationsOf(flow, put('mine'));
    const both = applyOperations(theirs, mine).copy;
    expect(applyOperations(both, invertOperations(theirs, mine)).copy.definition.ui).toEqual({
      notes: { theirs: { text: 'theirs' } },
    });
  });

  it('in one text keep the words of both', () => {
    const { definition } = together(flow, body('greet', 'Hello Ann'), body('greet', 'Oh, Hello'));
    expect(widget(definition, 'greet').properties?.body).toBe('Oh, Hello Ann');
  });

  it('in one text stay in place while a reference in it is renamed', () => {
    const text = widget(flow.definition, 'thank').properties?.body as string;
    const { definition } = together(flow, body('thank', `${text}!`), renamed('ask', 'question'));
    expect(widget(definition, 'thank').properties?.body).toBe(`${text.replace('"ask"', '"question"')}!`);
  });

  it('that give two widgets one name give the second another', () => {
    const { definition } = together(flow, renamed('greet', 'hello'), renamed('ask', 'hello'));
    expect(definition.states.map(({ name }) => name)).toEqual([
      'Trigger',
      'hello_2',
      'hello',
      'check',
      'thank',
    ]);
  });

  it('of which one removes the widget lose the other, and say so', () => {
    const { definition, lost } = together(flow, body('ask', 'Well?'), (each) => removeWidgets(each, ['ask']));
    expect(widget(definition, 'ask')).toEqual({});
    expect(lost).toHaveLength(1);
  });
});
