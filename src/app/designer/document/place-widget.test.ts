import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition, offsetOf, propertiesOf } from '#flow/definition.ts';
import { addBranch } from '#flow/edit/branches.ts';
import { cordsOf } from '#flow/graph.ts';
import { cardBoxes } from '#flow/layout/clear-place.ts';
import { connectWidget, type PlacedWidget, placementAfter, placeWidget } from './place-widget.ts';

const empty = emptyDefinition();
const message = { widget: 'Trigger', outlet: 'incomingMessage' };
const below = (widget: string, outlet: string) => ({ kind: 'outlet', from: { widget, outlet } }) as const;
const stateOf = ({ definition, id }: PlacedWidget) => definition.states.find(({ name }) => name === id) ?? {};
const boxOf = (definition: FlowDefinition, id: string) =>
  cardBoxes(definition).get(id) ?? { x: Number.NaN, y: Number.NaN, width: 0, height: 0 };

/** Pairs of cards that are nearer to each other than 20. */
function tooNear(definition: FlowDefinition): string[] {
  const boxes = [...cardBoxes(definition)];
  return boxes.flatMap(([a, one], index) =>
    boxes.slice(index + 1).flatMap(([b, two]) => {
      const apart =
        one.x + one.width + 20 <= two.x ||
        two.x + two.width + 20 <= one.x ||
        one.y + one.height + 20 <= two.y ||
        two.y + two.height + 20 <= one.y;
      return apart ? [] : [`${a} and ${b}`];
    }),
  );
}

describe('a new widget below an outlet', () => {
  it('is in line with the outlet, and connected to it', () => {
    const added = placeWidget(empty, 'send-message', below('Trigger', 'incomingMessage'));
    expect(offsetOf(stateOf(added))).toEqual({ x: 200 - 120, y: 160 });
    expect(cordsOf(added.definition)).toMatchObject([{ event: 'incomingMessage', to: added.id }]);
  });

  it('is beside the card of another outlet, on the side of its own', () => {
    const split = placeWidget(empty, 'split-based-on', below('Trigger', 'incomingMessage'));
    const { definition } = addBranch(addBranch(split.definition, split.id).definition, split.id);
    const yes = placeWidget(definition, 'send-message', below(split.id, 'match'));
    const no = placeWidget(yes.definition, 'send-message', below(split.id, 'match~2'));
    const other = placeWidget(no.definition, 'send-message', below(split.id, 'noMatch'));
    const [atYes, atNo, atOther] = [yes, no, other].map(({ id }) => boxOf(other.definition, id));
    expect(atNo?.y).toBe(atYes?.y);
    expect(atNo?.x).toBe((atYes?.x ?? 0) + 300);
    expect(atOther?.x).toBe((atYes?.x ?? 0) - 300);
    expect(tooNear(other.definition)).toEqual([]);
  });

  it('moves down what is in its way, and what follows that', () => {
    const first = placeWidget(empty, 'send-message', below('Trigger', 'incomingMessage'));
    const last = placeWidget(first.definition, 'send-message', below(first.id, 'sent'));
    const between = placeWidget(last.definition, 'split-based-on', below('Trigger', 'incomingMessage'));
    expect(cordsOf(between.definition).map(({ from, to }) => [from, to])).toEqual([
      ['Trigger', between.id],
      [first.id, last.id],
      [between.id, first.id],
    ]);
    expect(boxOf(between.definition, between.id)).toMatchObject({ x: 80, y: 160 });
    expect(boxOf(between.definition, first.id).y).toBe(160 + 180);
    expect(boxOf(between.definition, last.id).y).toBe(boxOf(last.definition, last.id).y + 180);
    expect(tooNear(between.definition)).toEqual([]);
  });

  it('leaves other columns where they are', () => {
    const left = placeWidget(empty, 'send-message', below('Trigger', 'incomingCall'));
    const right = placeWidget(left.definition, 'send-message', below('Trigger', 'incomingParent'));
    const between = placeWidget(right.definition, 'send-message', below('Trigger', 'incomingCall'));
    expect(boxOf(between.definition, right.id)).toEqual(boxOf(right.definition, right.id));
    expect(tooNear(between.definition)).toEqual([]);
  });
});

describe('a new widget at a point', () => {
  it('has its top middle there, on the grid', () => {
    const added = placeWidget(empty, 'send-message', {
      kind: 'point',
      at: { x: 333, y: 201 },
      from: message,
    });
    expect(offsetOf(stateOf(added))).toEqual({ x: 220, y: 200 });
    expect(cordsOf(added.definition)).toMatchObject([{ from: 'Trigger', to: added.id }]);
  });

  it('goes to the nearest place that is clear of all cards', () => {
    const first = placeWidget(empty, 'send-message', { kind: 'point', at: { x: 300, y: 300 }, from: null });
    const second = placeWidget(first.definition, 'send-message', {
      kind: 'point',
      at: { x: 340, y: 320 },
      from: null,
    });
    expect(tooNear(second.definition)).toEqual([]);
    expect(boxOf(second.definition, second.id).y - boxOf(first.definition, first.id).y).toBeLessThan(200);
  });
});

describe('a widget that is added after another one', () => {
  it('goes into the outlet that the keyboard is on, when that is free, else into the first free one', () => {
    const at = { x: 0, y: 0 };
    expect(placementAfter(empty, 'Trigger', at, 'incomingRequest')).toEqual(
      below('Trigger', 'incomingRequest'),
    );
    const taken = placeWidget(empty, 'send-message', below('Trigger', 'incomingCall'));
    expect(placementAfter(taken.definition, 'Trigger', at, 'incomingCall')).toEqual(
      below('Trigger', 'incomingMessage'),
    );
  });

  it('goes to the middle of the view when nothing is selected', () => {
    const added = placeWidget(empty, 'send-message', placementAfter(empty, null, { x: 120, y: 500 }));
    expect(offsetOf(stateOf(added))).toEqual({ x: 0, y: 500 });
    expect(cordsOf(added.definition)).toEqual([]);
  });
});

describe('the variable of a split', () => {
  it('is the reply of the question before it', () => {
    const question = placeWidget(empty, 'send-and-wait-for-reply', below('Trigger', 'incomingMessage'));
    const split = placeWidget(question.definition, 'split-based-on', below(question.id, 'incomingMessage'));
    expect(propertiesOf(stateOf(split)).input).toBe(`{{widgets.${question.id}.inbound.Body}}`);
  });

  it('is filled in when it is connected later, and never replaced', () => {
    const split = placeWidget(empty, 'split-based-on', { kind: 'point', at: { x: 0, y: 400 }, from: null });
    const connected = connectWidget(split.definition, message, split.id);
    const inputOf = (definition: FlowDefinition) => propertiesOf(stateOf({ ...split, definition })).input;
    expect(inputOf(connected)).toBe('{{trigger.message.Body}}');
    const call = { widget: 'Trigger', outlet: 'incomingCall' };
    expect(inputOf(connectWidget(connected, call, split.id))).toBe('{{trigger.message.Body}}');
  });
});
