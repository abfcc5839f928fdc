/** A flow and its kept tests in one file: the definition as in a resource of the API, the tests next to it. */

import { canonicalJson } from '../canonical/canonical.ts';
import type { FlowDefinition } from '../definition.ts';
import { isObject, type Json } from '../json/json.ts';

/** `test` is the YAML of the test, as it is kept. */
export type ExportedTest = { name: string; test: string };

/** Tests that are read from a file; a flow has no more. */
const maxTests = 500;

/** The text of the file, which `readDefinition` reads too. Grows: n in widgets. */
export function exportWithTests(
  name: string,
  definition: FlowDefinition,
  tests: readonly ExportedTest[],
): string {
  const plain: Json = JSON.parse(JSON.stringify(definition));
  const file = {
    friendly_name: name,
    definition: canonicalJson(plain),
    tests: tests.map((each) => ({ name: each.name, test: each.test })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * The tests in the text of such a file; none for the file of a flow alone, and for entries that are no tests.
 * Grows: n in tests.
 */
export function readExportedTests(text: string): ExportedTest[] {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return [];
  }
  if (!isObject(file) || !Array.isArray(file.tests)) return [];
  return file.tests.slice(0, maxTests).flatMap((each) => {
    if (!isObject(each) || typeof each.name !== 'string' || typeof each.test !== 'string') return [];
    return [{ name: each.name, test: each.test }];
  });
}
