/** Moving widgets on the canvas. */

import { type FlowDefinition, offsetOf, type Point, type State } from '../definition.ts';
import { widgetIds } from '../graph.ts';
import { isObject } from '../json/json.ts';
import { mapStates } from './definition-access.ts';

/** Puts each widget's top left corner at its place, in canvas units. Widgets that are not in `places` stay. */
export function moveWidgets(definition: FlowDefinition, places: ReadonlyMap<string, Point>): FlowDefinition {
  const ids = widgetIds(definition);
  return mapStates(definition, (state, index) => {
    const place = places.get(ids[index] ?? '');
    return place === undefined ? state : setPosition(state, place);
  });
}

/** The widget at that place. Properties that are no object cannot carry a place and stay as they are. */
export function setPosition(state: State, place: Point): State {
  const now = offsetOf(state);
  if (now !== null && now.x === place.x && now.y === place.y) return state;
  const properties = state.properties ?? {};
  if (!isObject(properties)) return state;
  const offset = isObject(properties.offset) ? properties.offset : {};
  return { ...state, properties: { ...properties, offset: { ...offset, x: place.x, y: place.y } } };
}
