/**
 * The command table: name, group, icon and keys of every command of the designer. Menus, tooltips, the command palette,
 * the list of shortcuts, the keyboard and the tests read it. A command that edits names its undo step.
 */

import {
  Activity,
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ArrowUpToLine,
  CircleCheck,
  CircleX,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Download,
  FileClock,
  FileCode,
  FileImage,
  FlaskConical,
  FolderInput,
  FolderOutput,
  GitCompareArrows,
  Group,
  Keyboard,
  LayoutGrid,
  ListTree,
  LocateFixed,
  Maximize,
  MessageSquarePlus,
  MessageSquareText,
  Network,
  PanelBottom,
  PanelRight,
  Pencil,
  Play,
  Plus,
  Redo2,
  Replace,
  Rows3,
  Save,
  SaveAll,
  Scissors,
  Search,
  Spline,
  SquareDashedMousePointer,
  StepForward,
  StickyNote,
  Tag,
  TextSearch,
  Trash2,
  Undo2,
  Ungroup,
  Upload,
  ZoomIn,
} from 'lucide-react';
import type { IconShape } from '../../ui/marks/icon.tsx';
import type { MenuAction } from '../../ui/overlays/menu-action.ts';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';
import type { designer } from '../../words/english/designer.ts';
import { wordsOf } from '../../words/use-words.ts';
import { keysOf, type Shortcut } from './match-shortcut.ts';

/** A key in the words of the designer that has no blanks. */
type CommandLabel = {
  [Key in keyof typeof designer]: (typeof designer)[Key] extends string ? Key : never;
}[keyof typeof designer];

/** The groups of the list of shortcuts and of the palette, in their order. */
export const commandGroups = ['move', 'walk', 'build', 'align', 'flow', 'panels'] as const;

type CommandEntry = {
  label: CommandLabel;
  group: (typeof commandGroups)[number];
  icon: IconShape;
  /** The first is the one that menus and tooltips show. */
  shortcuts?: readonly [Shortcut, ...Shortcut[]];
  tone?: 'danger';
  /** What must be selected for it. */
  needs?: 'widget' | 'several' | 'selection';
} & (
  | { edits: false }
  /** `undo` is the name of its undo step; more than one where it depends on what is selected. */
  | { edits: true; undo: readonly [EditLabel['name'], ...EditLabel['name'][]] }
);

const arrow = (key: string, more: Omit<Shortcut, 'key'> = {}): Shortcut => ({ key: `Arrow${key}`, ...more });
const move = { group: 'build', edits: true, undo: ['moveWidgets'], needs: 'selection' } as const;
const align = { group: 'align', edits: true, undo: ['moveWidgets'], needs: 'several' } as const;
const walk = { group: 'walk', edits: false } as const;

export const commandTable = {
  fitFlow: {
    label: 'fitFlow',
    group: 'move',
    icon: Maximize,
    edits: false,
    shortcuts: [{ key: '1', code: 'Digit1', shift: true }],
  },
  zoomToSelection: {
    label: 'zoomToSelection',
    group: 'move',
    icon: ZoomIn,
    edits: false,
    needs: 'selection',
    shortcuts: [{ key: '2', code: 'Digit2', shift: true }],
  },
  zoomToFull: {
    label: 'zoomToFull',
    group: 'move',
    icon: Search,
    edits: false,
    shortcuts: [{ key: '0', code: 'Digit0', shift: true }],
  },
  nextProblem: {
    label: 'nextProblem',
    group: 'move',
    icon: StepForward,
    edits: false,
    shortcuts: [{ key: 'F8', inText: true }],
  },
  showOnCanvas: { label: 'showOnCanvas', group: 'move', icon: LocateFixed, edits: false, needs: 'selection' },
  walkDown: { ...walk, label: 'walkDown', icon: ArrowDown, shortcuts: [arrow('Down', { alt: true })] },
  walkUp: { ...walk, label: 'walkUp', icon: ArrowUp, shortcuts: [arrow('Up', { alt: true })] },
  walkLeft: { ...walk, label: 'walkLeft', icon: ArrowLeft, shortcuts: [arrow('Left', { alt: true })] },
  walkRight: { ...walk, label: 'walkRight', icon: ArrowRight, shortcuts: [arrow('Right', { alt: true })] },
  walkHome: { ...walk, label: 'walkHome', icon: ArrowUpToLine, shortcuts: [{ key: 'Home' }] },
  selectDownstream: { ...walk, label: 'selectDownstream', icon: ArrowDownToLine, needs: 'selection' },
  selectUpstream: { ...walk, label: 'selectUpstream', icon: ArrowUpToLine, needs: 'selection' },
  addWidget: {
    label: 'quickAdd',
    group: 'build',
    icon: Plus,
    edits: true,
    undo: ['addWidget', 'insertWidget', 'connect'],
    shortcuts: [{ key: 'a' }],
  },
  addNote: {
    label: 'addNote',
    group: 'build',
    icon: StickyNote,
    edits: true,
    undo: ['addNote'],
    shortcuts: [{ key: 'n' }],
  },
  connectByName: {
    label: 'connectByName',
    group: 'build',
    icon: Spline,
    edits: true,
    undo: ['connect'],
    shortcuts: [{ key: 'c' }],
  },
  rename: {
    label: 'rename',
    group: 'build',
    icon: Pencil,
    edits: true,
    undo: ['renameWidget'],
    needs: 'widget',
    shortcuts: [{ key: 'F2' }, { key: 'Enter' }],
  },
  openSettings: {
    label: 'openSettings',
    group: 'build',
    icon: PanelRight,
    edits: false,
    needs: 'widget',
    shortcuts: [{ key: 'Enter', shift: true }],
  },
  selectAll: {
    label: 'selectAll',
    group: 'build',
    icon: SquareDashedMousePointer,
    edits: false,
    shortcuts: [{ key: 'a', mod: true }],
  },
  clearSelection: {
    label: 'clearSelection',
    group: 'build',
    icon: CircleX,
    edits: false,
    shortcuts: [{ key: 'Escape' }],
  },
  duplicate: {
    label: 'duplicate',
    group: 'build',
    icon: CopyPlus,
    edits: true,
    undo: ['duplicate'],
    needs: 'selection',
    shortcuts: [{ key: 'd', mod: true }],
  },
  copy: {
    label: 'copy',
    group: 'build',
    icon: Copy,
    edits: false,
    needs: 'selection',
    shortcuts: [{ key: 'c', mod: true, byClipboard: true }],
  },
  cut: {
    label: 'cut',
    group: 'build',
    icon: Scissors,
    edits: true,
    undo: ['deleteWidgets'],
    needs: 'selection',
    shortcuts: [{ key: 'x', mod: true, byClipboard: true }],
  },
  paste: {
    label: 'paste',
    group: 'build',
    icon: ClipboardPaste,
    edits: true,
    undo: ['paste'],
    shortcuts: [{ key: 'v', mod: true, byClipboard: true }],
  },
  deleteSelection: {
    label: 'deleteSelection',
    group: 'build',
    icon: Trash2,
    edits: true,
    undo: ['deleteWidgets', 'disconnect'],
    tone: 'danger',
    shortcuts: [{ key: 'Delete' }, { key: 'Backspace' }],
  },
  extractSubflow: {
    label: 'extractSubflow',
    group: 'build',
    icon: FolderOutput,
    edits: true,
    undo: ['extractSubflow'],
    needs: 'selection',
  },
  inlineSubflow: {
    label: 'inlineSubflow',
    group: 'build',
    icon: FolderInput,
    edits: true,
    undo: ['inlineSubflow'],
    needs: 'widget',
  },
  groupSelection: {
    label: 'groupSelection',
    group: 'build',
    icon: Group,
    edits: true,
    undo: ['addGroup'],
    needs: 'selection',
    shortcuts: [{ key: 'g', mod: true }],
  },
  ungroupSelection: {
    label: 'ungroupSelection',
    group: 'build',
    icon: Ungroup,
    edits: true,
    undo: ['removeGroup'],
    needs: 'selection',
    shortcuts: [{ key: 'g', mod: true, shift: true }],
  },
  nudgeUp: { ...move, label: 'nudgeUp', icon: ArrowUp, shortcuts: [arrow('Up')] },
  nudgeDown: { ...move, label: 'nudgeDown', icon: ArrowDown, shortcuts: [arrow('Down')] },
  nudgeLeft: { ...move, label: 'nudgeLeft', icon: ArrowLeft, shortcuts: [arrow('Left')] },
  nudgeRight: { ...move, label: 'nudgeRight', icon: ArrowRight, shortcuts: [arrow('Right')] },
  nudgeUpFar: { ...move, label: 'nudgeUpFar', icon: ArrowUp, shortcuts: [arrow('Up', { shift: true })] },
  nudgeDownFar: {
    ...move,
    label: 'nudgeDownFar',
    icon: ArrowDown,
    shortcuts: [arrow('Down', { shift: true })],
  },
  nudgeLeftFar: {
    ...move,
    label: 'nudgeLeftFar',
    icon: ArrowLeft,
    shortcuts: [arrow('Left', { shift: true })],
  },
  nudgeRightFar: {
    ...move,
    label: 'nudgeRightFar',
    icon: ArrowRight,
    shortcuts: [arrow('Right', { shift: true })],
  },
  alignLeft: { ...align, label: 'alignLeft', icon: AlignStartVertical },
  alignCenter: { ...align, label: 'alignCenter', icon: AlignCenterVertical },
  alignRight: { ...align, label: 'alignRight', icon: AlignEndVertical },
  alignTop: { ...align, label: 'alignTop', icon: AlignStartHorizontal },
  alignMiddle: { ...align, label: 'alignMiddle', icon: AlignCenterHorizontal },
  alignBottom: { ...align, label: 'alignBottom', icon: AlignEndHorizontal },
  distributeHorizontally: {
    ...align,
    label: 'distributeHorizontally',
    icon: AlignHorizontalDistributeCenter,
  },
  distributeVertically: { ...align, label: 'distributeVertically', icon: AlignVerticalDistributeCenter },
  tidySelection: { ...align, label: 'tidySelection', icon: Rows3, shortcuts: [{ key: 't', shift: true }] },
  openPalette: {
    label: 'palette',
    group: 'flow',
    icon: Search,
    edits: false,
    shortcuts: [{ key: 'k', mod: true, inText: true }],
  },
  showShortcuts: {
    label: 'shortcuts',
    group: 'flow',
    icon: Keyboard,
    edits: false,
    shortcuts: [{ key: '?' }],
  },
  undo: {
    label: 'undo',
    group: 'flow',
    icon: Undo2,
    edits: false,
    shortcuts: [{ key: 'z', mod: true, inText: true }],
  },
  redo: {
    label: 'redo',
    group: 'flow',
    icon: Redo2,
    edits: false,
    shortcuts: [
      { key: 'z', mod: true, shift: true, inText: true },
      { key: 'y', mod: true, inText: true },
    ],
  },
  save: {
    label: 'save',
    group: 'flow',
    icon: Save,
    edits: false,
    shortcuts: [{ key: 's', mod: true, inText: true }],
  },
  saveWithMessage: { label: 'saveWith', group: 'flow', icon: SaveAll, edits: false },
  validate: {
    label: 'validate',
    group: 'flow',
    icon: CircleCheck,
    edits: false,
    shortcuts: [{ key: 'v', shift: true }],
  },
  publish: {
    label: 'publish',
    group: 'flow',
    icon: Upload,
    edits: false,
    shortcuts: [{ key: 'Enter', mod: true, shift: true, inText: true }],
  },
  test: {
    label: 'test',
    group: 'flow',
    icon: Play,
    edits: false,
    shortcuts: [{ key: 'Enter', mod: true, inText: true }],
  },
  compareWorkingCopy: { label: 'compareWorkingCopy', group: 'flow', icon: GitCompareArrows, edits: false },
  startExecution: { label: 'start', group: 'flow', icon: Play, edits: false },
  showHistory: { label: 'revisionHistory', group: 'flow', icon: FileClock, edits: false },
  manageTestUsers: { label: 'testUsers', group: 'flow', icon: FlaskConical, edits: false },
  tagFlow: { label: 'tagFlow', group: 'flow', icon: Tag, edits: false },
  duplicateFlow: { label: 'duplicateFlow', group: 'flow', icon: Copy, edits: false },
  deleteFlow: { label: 'deleteFlow', group: 'flow', icon: Trash2, edits: false, tone: 'danger' },
  exportJson: { label: 'exportJson', group: 'flow', icon: Download, edits: false },
  exportSvg: { label: 'exportSvg', group: 'flow', icon: FileImage, edits: false },
  exportPng: { label: 'exportPng', group: 'flow', icon: FileImage, edits: false },
  exportMermaid: { label: 'exportMermaid', group: 'flow', icon: FileCode, edits: false },
  exportWithTests: { label: 'exportWithTests', group: 'flow', icon: Download, edits: false },
  importJson: { label: 'importJson', group: 'flow', icon: Upload, edits: true, undo: ['importJson'] },
  arrange: { label: 'arrange', group: 'flow', icon: Network, edits: true, undo: ['arrange'] },
  findInFlow: {
    label: 'findInFlow',
    group: 'move',
    icon: TextSearch,
    edits: false,
    shortcuts: [{ key: 'f', mod: true, inText: true }],
  },
  replaceInFlow: {
    label: 'replaceInFlow',
    group: 'build',
    icon: Replace,
    edits: true,
    undo: ['replaceText'],
    shortcuts: [
      { key: 'h', mod: true, inText: true },
      // A Mac hides the window with Cmd H.
      { key: 'F', code: 'KeyF', mod: true, alt: true, inText: true },
    ],
  },
  searchAllFlows: {
    label: 'searchAllFlows',
    group: 'move',
    icon: Search,
    edits: false,
    shortcuts: [{ key: 'f', mod: true, shift: true, inText: true }],
  },
  searchLibrary: {
    label: 'library',
    group: 'panels',
    icon: LayoutGrid,
    edits: false,
    shortcuts: [{ key: '/' }],
  },
  showOutline: {
    label: 'openOutline',
    group: 'panels',
    icon: ListTree,
    edits: false,
    shortcuts: [{ key: 'o' }],
  },
  addComment: {
    label: 'addComment',
    group: 'panels',
    icon: MessageSquarePlus,
    edits: false,
    shortcuts: [{ key: 'm' }],
  },
  toggleComments: {
    label: 'toggleComments',
    group: 'panels',
    icon: MessageSquareText,
    edits: false,
    shortcuts: [{ key: 'm', shift: true }],
  },
  toggleTraffic: { label: 'toggleTraffic', group: 'panels', icon: Activity, edits: false },
  toggleProblems: {
    label: 'toggleProblems',
    group: 'panels',
    icon: PanelBottom,
    edits: false,
    shortcuts: [{ key: 'j', mod: true, inText: true }],
  },
} as const satisfies Record<string, CommandEntry>;

export type CommandId = keyof typeof commandTable;

/** The commands that have a shortcut. */
export type ShortcutCommandId = {
  [Id in CommandId]: (typeof commandTable)[Id] extends { shortcuts: unknown } ? Id : never;
}[CommandId];

const entries: Readonly<Record<CommandId, CommandEntry>> = commandTable;

/** The entry of a command, with its optional parts. */
export function commandEntry(id: CommandId): CommandEntry {
  return entries[id];
}

/** All commands in the order of the table. */
export const commandIds = Object.keys(commandTable) as CommandId[];

/** The name of a command on the page. */
export function commandName(id: CommandId): string {
  // Labels have no blanks, which the type of `t` cannot express for a computed key.
  return (wordsOf('designer') as (key: string) => string)(entries[id].label);
}

/** The keys of the command's first shortcut as keycaps. */
export function shortcutKeys(id: ShortcutCommandId): string[] {
  return keysOf(commandTable[id].shortcuts[0]);
}

/** True when enough is selected for the command. */
export function isAvailable(id: CommandId, selected: number): boolean {
  const { needs = 'nothing' } = entries[id];
  switch (needs) {
    case 'nothing':
      return true;
    case 'selection':
      return selected > 0;
    case 'widget':
      return selected === 1;
    case 'several':
      return selected > 1;
  }
}

/** The command as an entry of a menu. */
export function menuAction(
  id: CommandId,
  onAction: () => void,
  options: { separated?: boolean } = {},
): MenuAction {
  const { icon, tone, shortcuts } = entries[id];
  return {
    id,
    label: commandName(id),
    icon,
    onAction,
    ...(shortcuts && { keys: keysOf(shortcuts[0]) }),
    ...(tone && { tone }),
    ...options,
  };
}
