/** Edit command: move the beginning of a cord to another outlet. */

import type { FlowDefinition } from '../definition.ts';
import { cordsOf } from '../graph.ts';
import { connect, disconnect } from './connect.ts';
import { findOutlet, type OutletRef } from './definition-access.ts';

/**
 * Connects `to` to the target of the outlet `from`, and frees `from`. A cord that left `to` before is replaced. Nothing
 * changes when `from` has no cord or `to` does not exist.
 * Grows: n in widgets.
 */
export function moveCordSource(definition: FlowDefinition, from: OutletRef, to: OutletRef): FlowDefinition {
  const cord = cordsOf(definition).find((each) => each.from === from.widget && each.outlet === from.outlet);
  const isSame = from.widget === to.widget && from.outlet === to.outlet;
  if (cord === undefined || isSame || findOutlet(definition, to) === null) return definition;
  return connect(disconnect(definition, from), to, cord.to);
}
