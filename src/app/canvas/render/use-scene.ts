/** The scene of a definition, reusing what did not change since the last render. */

import { useMemo, useRef } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { projectScene, type Scene } from './scene.ts';

const noFindings: readonly Finding[] = [];

/** The scene of a definition with its findings; the same object while both are the same. */
export function useScene(definition: FlowDefinition, findings: readonly Finding[] = noFindings): Scene {
  const last = useRef<Scene | null>(null);
  return useMemo(() => {
    last.current = projectScene(definition, findings, last.current);
    return last.current;
  }, [definition, findings]);
}
