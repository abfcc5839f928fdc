/** Edit command: move widgets on the canvas. */

import { type FlowDefinition, offsetOf, type Point, type State } from '../definition.ts';
import { widgetIds } from '../graph.ts';
import { isObject } from '../json/json.ts';
import { mapStates } from './definition-access.ts';

/**
 * Moves each widget's top left corner to its position in `places`, in canvas units. Other widgets stay.
 * Grows: n in widgets.
 */
export function moveWidgets(definition: FlowDefinition, places: ReadonlyMap<string, Point>): FlowDefinition {
  const ids = widgetIds(definition);
  return mapStates(definition, (state, index) => {
    const place = places.get(ids[index] ?? '');
    return place === undefined ? state : setPosition(state, place);
  });
}

/** The widget at that position. Properties that are not an object cannot hold one and stay as they are. */
export function setPosition(state: State, place: Point): State {
  const now = offsetOf(state);
  if (now !== null && now.x === place.x && now.y === place.y) return state;
  const properties = state.properties ?? {};
  if (!isObject(properties)) return state;
  const offset = isObject(properties.offset) ? properties.offset : {};
  return { ...state, properties: { ...properties, offset: { ...offset, x: place.x, y: place.y } } };
}
