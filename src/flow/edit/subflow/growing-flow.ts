/** Names and places for widgets that an edit adds. */

import { type FlowDefinition, offsetOf, type Point, type State } from '../../definition.ts';
import { cardSize } from '../../layout/card-size.ts';
import { nearestClearPlace } from '../../layout/clear-place.ts';
import { uniqueName } from '../add-widget.ts';
import { setPosition } from '../move-widgets.ts';

/** A flow that widgets are added to one after another. */
export class GrowingFlow {
  #flow: FlowDefinition;

  constructor(flow: FlowDefinition) {
    this.#flow = flow;
  }

  freeName(wished: string): string {
    const name = uniqueName(this.#flow, wished);
    this.#flow = { ...this.#flow, states: [...this.#flow.states, { name }] };
    return name;
  }

  /** The state at the place nearest to its own at which it covers no other. */
  placed(state: State): State {
    const placed = setPosition(
      state,
      nearestClearPlace(this.#flow, offsetOf(state) ?? { x: 0, y: 0 }, cardSize(state)),
    );
    this.#flow = { ...this.#flow, states: [...this.#flow.states, placed] };
    return placed;
  }
}

/** The upper left corner of the widgets; the origin when none has a place. */
export function topLeftOf(states: readonly State[]): Point {
  const places = states.flatMap((state) => offsetOf(state) ?? []);
  if (places.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) };
}
