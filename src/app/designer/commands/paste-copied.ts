/** Pastes a text: widgets, or what can be imported as a file. What reads that is loaded with the first such text. */

import type { FlowDefinition, Point } from '#flow/definition.ts';
import { pasteWidgets } from '#flow/edit/copy-widgets.ts';

/** As `pasteWidgets`, into the definition as it is once the text is read. */
export async function pasteCopied(
  readDefinition: () => FlowDefinition,
  text: string,
  at: Point | null,
): Promise<ReturnType<typeof pasteWidgets>> {
  const pasted = pasteWidgets(readDefinition(), text, at);
  if (pasted.ok) return pasted;
  // Without a connection it is what it was.
  const file = await import('#flow/import-export/read-definition.ts').catch(() => null);
  const read = file?.readDefinition(text);
  return read?.ok ? pasteWidgets(readDefinition(), JSON.stringify(read.definition), at) : pasted;
}
