/** Types of `changed-tests.mjs`. */
type Reached = { all: boolean; vitest: string[]; specs: string[] };
export function testsFor(
  changed: readonly string[],
  options?: { root?: string; files?: readonly string[] },
): Reached;
export function changedTests(revision?: string, root?: string): Reached;
export function readsSources(path: string): boolean;
export function importsOf(path: string, text: string): Set<string>;
