/** What a person can do in the designer beside typing: one function for each, whatever key, menu or button asks for it. */

import { exportFileName, exportText } from '#flow/export.ts';
import { type Finding, stateIndex } from '#flow/finding.ts';
import { widgetIds } from '#flow/graph.ts';
import { readDefinition } from '#flow/read.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { announce } from '../../shell/announce.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { wordsOf } from '../../words/use-words.ts';
import { layOut } from '../document/auto-layout.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { goToProblem, select } from '../view-store.ts';
import { createNotifier } from './notifier.ts';
import { type SaveContext, saveCommands } from './save-commands.ts';
import { pruneSelection, widgetCommands } from './widget-commands.ts';

export type CommandContext = SaveContext & { canvas(): CanvasHandle | null };

export type Commands = ReturnType<typeof createCommands>;

export function createCommands(flow: OpenFlow, around: CommandContext) {
  return {
    ...historyCommands(flow),
    ...problemCommands(flow),
    ...widgetCommands(flow, around.canvas),
    ...flowCommands(flow),
    ...saveCommands(flow, around),
  };
}

function historyCommands(flow: OpenFlow) {
  const { document } = flow;
  const after = (step: () => void) => () => {
    step();
    pruneSelection(flow);
  };
  return {
    undo: after(document.undo),
    redo: after(document.redo),
    jumpTo(entries: number) {
      document.jumpTo(entries);
      pruneSelection(flow);
    },
  };
}

function problemCommands({ document, view, findings }: OpenFlow) {
  const showFinding = (finding: Finding) => {
    const index = stateIndex(finding);
    const ids = widgetIds(document.getState().history.present.definition);
    const widget = index === null ? null : (ids[index] ?? null);
    goToProblem(view, finding.property_path, widget);
    if (widget !== null) view.setState({ reveal: [widget] });
  };
  return {
    /** Goes to the finding's place: its widget, the tab that shows it, the caret into its control. */
    showFinding,
    nextProblem() {
      const { findings: all } = findings.check();
      const { problem } = view.getState();
      const at = all.findIndex((each) => each.property_path === problem);
      const next = all[(at + 1) % Math.max(1, all.length)];
      view.setState({ problemsOpen: true });
      if (next === undefined) announce(wordsOf('designer')('noProblems'));
      else showFinding(next);
    },
  };
}

/** What is done with the definition as a whole. */
function flowCommands(flow: OpenFlow) {
  const { document, view } = flow;
  const t = wordsOf('designer');
  const { notifySuccess, notifyFailure } = createNotifier(view);
  return {
    async arrange() {
      if (await layOut(flow, 'arrange', 'all')) view.setState({ reveal: 'all' });
      else notifyFailure(t('arrangeFailed'));
    },
    exportJson() {
      const { name, definition } = document.getState().history.present;
      downloadFile(exportFileName(name), exportText(definition));
    },
    /** Replaces the definition by the one in the file, as one edit; the name stays. */
    async importJson(file: Blob) {
      const read = readDefinition(await file.text());
      if (!read.ok) return notifyFailure(t('notImported', { reason: read.sentence }));
      document.apply('importJson', () => read.definition, { gesture: 'import' });
      select(view, new Set());
      // Places for widgets that have none belong to the same step of undo.
      await layOut(flow, 'importJson', 'unplaced', 'import');
      document.endGesture();
      view.setState({ reveal: 'all' });
      notifySuccess([t('imported'), ...read.notes].join(' '));
    },
  };
}
