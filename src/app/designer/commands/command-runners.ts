/** What each command of the table does. A command without an entry does not compile. */

import type { RefObject } from 'react';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { copyOrSay, pasteText } from '../../ui/copy-text.ts';
import { wordsOf } from '../../words/use-words.ts';
import type { DesignerContextValue } from '../designer-context.tsx';
import type { CommandId } from './command-table.ts';
import { keysOf } from './match-shortcut.ts';
import { createNotifier } from './notifier.ts';

export type CommandRunners = { readonly [Id in CommandId]: () => void };

/** What the page around the canvas does: panels that take the focus, other pages, and choosing a file. */
export type PageCommands = Pick<
  CommandRunners,
  | 'searchLibrary'
  | 'showOutline'
  | 'findInFlow'
  | 'replaceInFlow'
  | 'rename'
  | 'openSettings'
  | 'importJson'
  | 'publish'
  | 'startExecution'
  | 'showHistory'
  | 'compareWorkingCopy'
  | 'manageTestUsers'
  | 'tagFlow'
  | 'duplicateFlow'
  | 'deleteFlow'
>;

export function createRunners(
  { commands, view, testRun }: DesignerContextValue,
  page: PageCommands,
  canvas: RefObject<CanvasHandle | null>,
): CommandRunners {
  const selected = () => view.getState().selected;
  /** Arrow keys move the selection; without one they walk. */
  const nudge = (x: number, y: number, direction: 'up' | 'down' | 'left' | 'right') => () => {
    if (selected().size > 0) commands.nudge(x, y);
    else canvas.current?.walk(direction);
  };
  const copy = (): boolean => {
    const text = commands.copied();
    if (text !== null) void copyOrSay(text, () => {});
    return text !== null;
  };
  const paste = async () => {
    try {
      await commands.paste(await pasteText());
    } catch {
      const keys = keysOf({ key: 'v', mod: true }).join(' ');
      createNotifier(view).notifyFailure(wordsOf('designer')('pasteByKey', { keys }));
    }
  };
  const deleteSelection = () => {
    const focused = canvas.current?.focusedOutlet()?.widget;
    if (commands.removeSelectedCord()) return;
    if (selected().size > 0) commands.remove(selected());
    else if (focused !== undefined) commands.remove([focused]);
  };
  return {
    ...page,
    fitFlow: () => canvas.current?.chooseView('whole'),
    zoomToSelection: () => canvas.current?.fitTo([...selected()]),
    zoomToFull: () => canvas.current?.chooseView('readable'),
    showOnCanvas: () => view.setState({ reveal: [...selected()] }),
    nextProblem: commands.nextProblem,
    walkDown: () => canvas.current?.walk('down'),
    walkUp: () => canvas.current?.walk('up'),
    walkLeft: () => canvas.current?.walk('left'),
    walkRight: () => canvas.current?.walk('right'),
    walkHome: () => canvas.current?.walk('home'),
    selectDownstream: () => commands.selectAlong('downstream'),
    selectUpstream: () => commands.selectAlong('upstream'),
    addWidget: commands.quickAdd,
    addNote: () => commands.addNote(),
    connectByName: () => canvas.current?.connectByName(),
    selectAll: commands.selectAll,
    clearSelection: commands.clearSelection,
    duplicate: commands.duplicate,
    copy: () => void copy(),
    cut() {
      if (copy()) commands.removeCopied();
      else deleteSelection();
    },
    paste: () => void paste(),
    deleteSelection,
    extractSubflow: () => view.setState({ dialog: 'extractSubflow' }),
    inlineSubflow: () => view.setState({ dialog: 'inlineSubflow' }),
    groupSelection: commands.groupSelection,
    ungroupSelection: commands.ungroupSelection,
    nudgeUp: nudge(0, -1, 'up'),
    nudgeDown: nudge(0, 1, 'down'),
    nudgeLeft: nudge(-1, 0, 'left'),
    nudgeRight: nudge(1, 0, 'right'),
    nudgeUpFar: nudge(0, -5, 'up'),
    nudgeDownFar: nudge(0, 5, 'down'),
    nudgeLeftFar: nudge(-5, 0, 'left'),
    nudgeRightFar: nudge(5, 0, 'right'),
    alignLeft: () => commands.align('left'),
    alignCenter: () => commands.align('center'),
    alignRight: () => commands.align('right'),
    alignTop: () => commands.align('top'),
    alignMiddle: () => commands.align('middle'),
    alignBottom: () => commands.align('bottom'),
    distributeHorizontally: () => commands.distribute('x'),
    distributeVertically: () => commands.distribute('y'),
    tidySelection: commands.tidySelection,
    openPalette: () => view.setState({ dialog: 'palette' }),
    searchAllFlows: () => view.setState({ dialog: 'searchFlows', searchedFor: '' }),
    showShortcuts: () => view.setState({ dialog: 'shortcuts' }),
    undo: commands.undo,
    redo: commands.redo,
    save: () => void commands.save(),
    saveWithMessage: () => view.setState({ dialog: 'save' }),
    validate: commands.validate,
    test: testRun.toggle,
    exportJson: commands.exportJson,
    exportSvg: () => void commands.exportSvg(),
    exportPng: () => void commands.exportPng(),
    exportMermaid: () => void commands.exportMermaid(),
    exportWithTests: () => void commands.exportWithTests(),
    arrange: () => void commands.arrange(),
    addComment: commands.commentOnSelection,
    toggleComments: commands.toggleComments,
    toggleTraffic: () => view.setState(({ trafficOpen }) => ({ trafficOpen: !trafficOpen })),
    toggleProblems: () => view.setState(({ problemsOpen }) => ({ problemsOpen: !problemsOpen })),
  };
}
