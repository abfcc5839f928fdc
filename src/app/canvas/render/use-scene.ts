/** The scene of a definition, reusing what did not change since the last render. */

import { useMemo, useRef } from 'react';
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
  const last = useRef<Scene | null>(null);
  return useMemo(() => {
    last.current = projectScene(definition, findings, last.current, removedCords, flowNames);
    return last.current;
  }, [definition, findings, removedCords, flowNames]);
}
