/** Diff and merge of flows with 1,000 widgets, and what the page does when another author renames a widget, in this process. */

import { workingCopyOf } from '#flow/change/working-copy.ts';
import { createEditor, edit, nextToSend, receive } from '#flow/commands/editor.ts';
import { diff } from '#flow/diff/diff.ts';
import { renameWidget } from '#flow/edit/rename-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { widgetIds } from '#flow/graph.ts';
import { merge } from '#flow/merge/merge.ts';
import { editedFlows } from './edited-flows.ts';

export type Times = { median: number; slowest: number };

/** Milliseconds of diff and merge, after two rounds to warm up. @throws when a merge of disjoint edits conflicts */
export function measureComparisons(rounds: number): { diff: Times; merge: Times } {
  const versions = editedFlows();
  const result = merge(versions);
  if (!result.ok) throw new Error(`The merge failed: ${JSON.stringify(result).slice(0, 500)}`);
  return {
    diff: timesOf(rounds, () => diff(versions.base, versions.ours)),
    merge: timesOf(rounds, () => merge(versions)),
  };
}

/**
 * Milliseconds in which an editor with 100 edits that are not sent yet receives the renaming of a widget that one of them is
 * about. @throws when one of them gets lost
 */
export function measurePending(rounds: number, pending = 100): Times {
  const { base } = editedFlows();
  const [first = '', ...others] = widgetIds(base);
  const opened = createEditor({ seq: 0, copy: workingCopyOf({ name: 'Flow', definition: base }) });
  const renamed = renameWidget(base, others[0] ?? first, 'renamed');
  if (!renamed.ok) throw new Error('The widget could not be renamed.');
  const made = { id: 'rename', label: { name: 'edit' } };
  const other = nextToSend(edit(opened, { name: 'Flow', definition: renamed.definition }, made), 1);
  const sent = other?.commands.map((command, at) => ({ ...command, seq: at + 1 })) ?? [];
  let editor = opened;
  for (let nth = 0; nth < pending; nth += 1) {
    const { name, definition } = editor.shown;
    const widget = others[nth * 7] ?? first;
    const changed = setProperty(
      definition,
      widget,
      'body',
      `Text ${nth} of {{widgets.${others[0]}.inbound.Body}}`,
    );
    editor = edit(editor, { name, definition: changed }, { id: `own-${nth}`, label: { name: 'edit' } });
  }
  if (receive(editor, sent)?.pending.length !== pending) throw new Error('Edits got lost.');
  return timesOf(rounds, () => receive(editor, sent));
}

/** The median and the slowest of times in milliseconds. */
export function summarize(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, slowest: sorted.at(-1) ?? 0 };
}

/** The times of `rounds` calls of `work` in milliseconds. */
function timesOf(rounds: number, work: () => unknown): Times {
  for (let round = 0; round < 2; round += 1) work();
  return summarize(
    Array.from({ length: rounds }, () => {
      const before = performance.now();
      work();
      return performance.now() - before;
    }),
  );
}
