/** The names that one widget has had over the revisions of a flow. Pure. */

import { matchWidgets } from '../change/match-widgets.ts';
import type { FlowDefinition } from '../definition.ts';

/**
 * `newestFirst` are definitions with unique names. The widget is the one that was called `name` last. Its newest name comes
 * first; a widget that no definition has is only called `name`. Grows with the definitions.
 * Grows: n in definitions.
 */
export function widgetNames(name: string, newestFirst: readonly FlowDefinition[]): string[] {
  const known = newestFirst.findIndex((definition) => hasWidget(definition, name));
  if (known === -1) return [name];
  const names = [name];
  let newer = name;
  for (let index = known - 1; index >= 0; index -= 1) {
    const found = renamed(newer, newestFirst[index + 1], newestFirst[index]);
    if (found === undefined) break;
    newer = found;
    names.unshift(newer);
  }
  let older = name;
  for (let index = known + 1; index < newestFirst.length; index += 1) {
    const found = formerly(older, newestFirst[index], newestFirst[index - 1]);
    if (found === undefined) break;
    older = found;
    names.push(older);
  }
  return [...new Set(names)];
}

function hasWidget({ states }: FlowDefinition, wanted: string): boolean {
  return states.some(({ name }) => name === wanted);
}

/** What `name` of `before` is called in `after`; undefined when it is not there any more. */
function renamed(name: string, before?: FlowDefinition, after?: FlowDefinition): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  return hasWidget(after, name) ? name : matchWidgets(before, after).get(name);
}

/** What `name` of `after` was called in `before`; undefined when it was not there yet. */
function formerly(name: string, before?: FlowDefinition, after?: FlowDefinition): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  if (hasWidget(before, name)) return name;
  return [...matchWidgets(before, after)].find(([, now]) => now === name)?.[0];
}
