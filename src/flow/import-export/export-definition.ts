/** Exports a definition as a JSON file. */

import type { FlowDefinition } from '../definition.ts';

/** The JSON text of the definition: two spaces, keys in the order of the document, one newline at the end. */
export function exportText(definition: FlowDefinition): string {
  return `${JSON.stringify(definition, null, 2)}\n`;
}

/** `After-hours calls` becomes `after-hours-calls.json`; a name without letters and digits `flow.json`. */
export function exportFileName(friendlyName: string): string {
  const words =
    friendlyName
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const stem = words.join('-').slice(0, 80).replace(/-$/, '');
  return `${stem === '' ? 'flow' : stem}.json`;
}
