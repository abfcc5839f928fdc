/** The scene of a definition, reusing what did not change since the last render. */

import { useMemo, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { ChangeMarks, FlowNames } from '../canvas-props.ts';
import { projectScene, type Scene } from './scene.ts';

const noFindings: readonly Finding[] = [];
const noCords: ChangeMarks['removedCords'] = [];

/** The scene of a definition with its findings; the same object while all of them are the same. */
export function useScene(
  definition: FlowDefinition,
  findings: readonly Finding[] = noFindings,
  removedCords: ChangeMarks['removedCords'] = noCords,
  flowNames?: FlowNames,
): Scene {
  const [project] = useState(createProjection);
  return useMemo(
    () => project(definition, findings, removedCords, flowNames),
    [project, definition, findings, removedCords, flowNames],
  );
}

/** Projects with the parts of the scene before. */
function createProjection() {
  let last: Scene | null = null;
  return (
    definition: FlowDefinition,
    findings: readonly Finding[],
    removedCords: ChangeMarks['removedCords'],
    flowNames: FlowNames | undefined,
  ): Scene => {
    last = projectScene(definition, findings, last, removedCords, flowNames);
    return last;
  };
}
