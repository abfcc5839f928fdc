/**
 * Texts about a flow that follow its renames: each is stored with the widgets that it named, and read with their present
 * names (docs/decisions/064). Nothing is written when a widget is renamed.
 */

import type { WorkingCopy } from '#flow/change/working-copy.ts';
import {
  type NamedWidgets,
  namedWidgets,
  renamedWidgets,
  renamesSince,
} from '#flow/commands/named-widgets.ts';

/** How the names of widgets are found in a text, and replaced. */
export type NamingText = {
  names(text: string): Iterable<string>;
  rename(text: string, names: ReadonlyMap<string, string>): string;
};

/** What is stored with a text: null while the flow has no working copy, where identities are names. */
export function storedNames(copy: WorkingCopy | null, naming: NamingText, text: string): string | null {
  return copy === null ? null : JSON.stringify(namedWidgets(copy, naming.names(text)));
}

/** The text with the present names of its widgets, and what these are; null where nothing is known of them. */
export function followedText(
  copy: WorkingCopy | null,
  naming: NamingText,
  text: string,
  stored: string | null,
): { text: string; widgets: NamedWidgets | null } {
  const named = stored === null ? null : (JSON.parse(stored) as NamedWidgets);
  if (copy === null) return { text, widgets: named };
  // Texts are parsed only where something is renamed.
  const renames = renamesSince(copy, named, named === null ? naming.names(text) : Object.keys(named));
  const followed = renames.size === 0 ? text : naming.rename(text, renames);
  const widgets =
    named === null ? namedWidgets(copy, naming.names(followed)) : renamedWidgets(named, renames);
  return { text: followed, widgets };
}
