/** The path of a test run on the canvas. Pure. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Simulation } from '#simulator/simulation.ts';
import type { ExecutionPath } from '../canvas/canvas-props.ts';
import { pathOfSteps } from '../execution-steps/path-of-steps.ts';

/** The steps of the flow itself, those of a subflow left out, and the widget at which it waits. */
export function testPath({ steps, flow }: Simulation, definition: FlowDefinition): ExecutionPath {
  const own = steps.filter(({ role }) => role === 'flow');
  const { widget, status } = flow.execution;
  return pathOfSteps(definition, own, { shown: own.length, here: widget, running: status === 'active' });
}
