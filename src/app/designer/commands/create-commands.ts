/** The commands of the designer: one function for each thing to do, whichever key, menu or button starts it. */

import { widgetIds } from '#flow/graph.ts';
import type { ExportedTest } from '#flow/import-export/flow-with-tests.ts';
import type { ImportedFlow } from '#flow/import-export/read-definition.ts';
import { separateCards } from '#flow/layout/separate-cards.ts';
import { type Finding, stateIndex } from '#flow/validation/finding.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { RequestError } from '../../client/request.ts';
import { workingCopyApi } from '../../client/working-copy.ts';
import { announce } from '../../shell/announce.tsx';
import { readEditsFile } from '../../unsaved-work/edits-file.ts';
import { wordsOf } from '../../words/use-words.ts';
import { layOut } from '../document/auto-layout.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { sendEditsOf } from '../document/send-kept-edits.ts';
import { goToProblem, selectWidgets } from '../view-store.ts';
import { addingCommands } from './adding-commands.ts';
import { clipboardCommands } from './clipboard-commands.ts';
import { type CommentContext, commentCommands } from './comment-commands.ts';
import { exportCommands } from './export-commands.ts';
import { createNotifier } from './notifier.ts';
import { type SaveContext, saveCommands } from './save-commands.ts';
import { selectionCommands } from './selection-commands.ts';
import { type TestApi, testFileCommands } from './test-file-commands.ts';
import { pruneSelection, widgetCommands } from './widget-commands.ts';

export type CommandContext = SaveContext & TestApi & CommentContext & { canvas(): CanvasHandle | null };

export type Commands = ReturnType<typeof createCommands>;

export function createCommands(flow: OpenFlow, context: CommandContext) {
  return {
    ...historyCommands(flow),
    ...problemCommands(flow),
    ...addingCommands(flow, context.canvas),
    ...widgetCommands(flow, context.canvas),
    ...clipboardCommands(flow, context.canvas),
    ...selectionCommands(flow, context.canvas),
    ...flowCommands(flow, context),
    ...exportCommands(flow),
    ...commentCommands(flow, context),
    ...testFileCommands(flow, context),
    ...saveCommands(flow, context),
  };
}

function historyCommands(flow: OpenFlow) {
  const { document } = flow;
  return {
    undo() {
      document.undo();
      pruneSelection(flow);
    },
    redo() {
      document.redo();
      pruneSelection(flow);
    },
    jumpTo(steps: number) {
      document.jumpTo(steps);
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
    /** Selects the finding's widget, opens the tab that shows its field and focuses the control. */
    showFinding,
    async nextProblem() {
      const { findings: all } = await findings.check();
      const { problem } = view.getState();
      const current = all.findIndex((each) => each.property_path === problem);
      const next = all[(current + 1) % Math.max(1, all.length)];
      view.setState({ problemsOpen: true });
      if (next === undefined) announce(wordsOf('designer')('noProblems'));
      else showFinding(next);
    },
    validate() {
      void findings.check();
      view.setState({ problemsOpen: true });
    },
  };
}

/** Commands on the definition as a whole. */
function flowCommands(flow: OpenFlow, testApi: TestApi) {
  const { document, view } = flow;
  const { keepImportedTests } = testFileCommands(flow, testApi);
  const t = wordsOf('designer');
  const { notifySuccess, notifyFailure } = createNotifier(view);
  return {
    async arrange() {
      if (await layOut(flow, { name: 'arrange' }, 'all')) view.setState({ reveal: 'all', arranged: true });
      else notifyFailure(t('arrangeFailed'));
    },
    /** Opens the dialog that shows what is in the files. A file of edits of this flow is sent. */
    async importFiles(files: readonly File[]) {
      const [file] = files;
      const edits = readEditsFile((await file?.text().catch(() => '')) ?? '');
      if (edits === null || edits.flow !== document.getState().id) {
        if (files.length > 0) view.setState({ dialog: 'import', importing: files });
        return;
      }
      const count = edits.editor.pending.length;
      try {
        await sendEditsOf(edits, workingCopyApi, document);
        notifySuccess(t('editsSent', { count }));
      } catch (failure) {
        if (!(failure instanceof RequestError)) throw failure;
        notifyFailure(t('editsNotSent', { message: failure.message }));
      }
    },
    /** Replaces the definition by that of a file, as one undo step, and keeps its tests; the name of the flow stays. */
    async replaceDefinition(read: ImportedFlow, tests: readonly ExportedTest[]) {
      document.apply({ name: 'importJson' }, () => separateCards(read.definition), { gesture: 'import' });
      selectWidgets(view, new Set());
      // Laying out widgets without a position belongs to the same undo step.
      await layOut(flow, { name: 'importJson' }, 'unplaced', 'import');
      document.endGesture();
      view.setState({ reveal: 'all' });
      const kept = tests.length === 0 ? [] : [await keepImportedTests(tests)];
      notifySuccess([t('imported'), ...read.notes, ...kept].join(' '));
    },
  };
}
