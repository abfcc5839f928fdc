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
const build = { group: 'build', edits: true } as const;
const change = { group: 'flow', edits: true } as const;
const flow = { group: 'flow', edits: false } as const;
const go = { group: 'move', edits: false } as const;
const panel = { group: 'panels', edits: false } as const;
const select = { group: 'build', edits: false } as const;

export const commandTable = {
  fitFlow: {
    ...go,
    label: 'fitFlow',
    icon: Maximize,
    shortcuts: [{ key: '1', code: 'Digit1', shift: true }],
  },
  zoomToSelection: {
    ...go,
    label: 'zoomToSelection',
    icon: ZoomIn,
    needs: 'selection',
    shortcuts: [{ key: '2', code: 'Digit2', shift: true }],
  },
  zoomToFull: {
    ...go,
    label: 'zoomToFull',
    icon: Search,
    shortcuts: [{ key: '0', code: 'Digit0', shift: true }],
  },
  nextProblem: { ...go, label: 'nextProblem', icon: StepForward, shortcuts: [{ key: 'F8', inText: true }] },
  showOnCanvas: { ...go, label: 'showOnCanvas', icon: LocateFixed, needs: 'selection' },
  walkDown: { ...walk, label: 'walkDown', icon: ArrowDown, shortcuts: [arrow('Down', { alt: true })] },
  walkUp: { ...walk, label: 'walkUp', icon: ArrowUp, shortcuts: [arrow('Up', { alt: true })] },
  walkLeft: { ...walk, label: 'walkLeft', icon: ArrowLeft, shortcuts: [arrow('Left', { alt: true })] },
  walkRight: { ...walk, label: 'walkRight', icon: ArrowRight, shortcuts: [arrow('Right', { alt: true })] },
  walkHome: { ...walk, label: 'walkHome', icon: ArrowUpToLine, shortcuts: [{ key: 'Home' }] },
  selectDownstream: { ...walk, label: 'selectDownstream', icon: ArrowDownToLine, needs: 'selection' },
  selectUpstream: { ...walk, label: 'selectUpstream', icon: ArrowUpToLine, needs: 'selection' },
  addWidget: {
    ...build,
    label: 'quickAdd',
    icon: Plus,
    undo: ['addWidget', 'insertWidget', 'connect'],
    shortcuts: [{ key: 'a' }],
  },
  addNote: { ...build, label: 'addNote', icon: StickyNote, undo: ['addNote'], shortcuts: [{ key: 'n' }] },
  connectByName: {
    ...build,
    label: 'connectByName',
    icon: Spline,
    undo: ['connect'],
    shortcuts: [{ key: 'c' }],
  },
  rename: {
    ...build,
    label: 'rename',
    icon: Pencil,
    undo: ['renameWidget'],
    needs: 'widget',
    shortcuts: [{ key: 'F2' }, { key: 'Enter' }],
  },
  openSettings: {
    ...select,
    label: 'openSettings',
    icon: PanelRight,
    needs: 'widget',
    shortcuts: [{ key: 'Enter', shift: true }],
  },
  selectAll: {
    ...select,
    label: 'selectAll',
    icon: SquareDashedMousePointer,
    shortcuts: [{ key: 'a', mod: true }],
  },
  clearSelection: { ...select, label: 'clearSelection', icon: CircleX, shortcuts: [{ key: 'Escape' }] },
  duplicate: {
    ...build,
    label: 'duplicate',
    icon: CopyPlus,
    undo: ['duplicate'],
    needs: 'selection',
    shortcuts: [{ key: 'd', mod: true }],
  },
  copy: {
    ...select,
    label: 'copy',
    icon: Copy,
    needs: 'selection',
    shortcuts: [{ key: 'c', mod: true, byClipboard: true }],
  },
  cut: {
    ...build,
    label: 'cut',
    icon: Scissors,
    undo: ['deleteWidgets'],
    needs: 'selection',
    shortcuts: [{ key: 'x', mod: true, byClipboard: true }],
  },
  paste: {
    ...build,
    label: 'paste',
    icon: ClipboardPaste,
    undo: ['paste'],
    shortcuts: [{ key: 'v', mod: true, byClipboard: true }],
  },
  deleteSelection: {
    ...build,
    label: 'deleteSelection',
    icon: Trash2,
    undo: ['deleteWidgets', 'disconnect'],
    tone: 'danger',
    shortcuts: [{ key: 'Delete' }, { key: 'Backspace' }],
  },
  extractSubflow: {
    ...build,
    label: 'extractSubflow',
    icon: FolderOutput,
    undo: ['extractSubflow'],
    needs: 'selection',
  },
  inlineSubflow: {
    ...build,
    label: 'inlineSubflow',
    icon: FolderInput,
    undo: ['inlineSubflow'],
    needs: 'widget',
  },
  groupSelection: {
    ...build,
    label: 'groupSelection',
    icon: Group,
    undo: ['addGroup'],
    needs: 'selection',
    shortcuts: [{ key: 'g', mod: true }],
  },
  ungroupSelection: {
    ...build,
    label: 'ungroupSelection',
    icon: Ungroup,
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
    ...flow,
    label: 'palette',
    icon: Search,
    shortcuts: [{ key: 'k', mod: true, inText: true }],
  },
  showShortcuts: { ...flow, label: 'shortcuts', icon: Keyboard, shortcuts: [{ key: '?' }] },
  undo: { ...flow, label: 'undo', icon: Undo2, shortcuts: [{ key: 'z', mod: true, inText: 'flow' }] },
  redo: {
    ...flow,
    label: 'redo',
    icon: Redo2,
    shortcuts: [
      { key: 'z', mod: true, shift: true, inText: 'flow' },
      { key: 'y', mod: true, inText: 'flow' },
    ],
  },
  save: { ...flow, label: 'save', icon: Save, shortcuts: [{ key: 's', mod: true, inText: true }] },
  saveWithMessage: { ...flow, label: 'saveWith', icon: SaveAll },
  validate: { ...flow, label: 'validate', icon: CircleCheck, shortcuts: [{ key: 'v', shift: true }] },
  publish: {
    ...flow,
    label: 'publish',
    icon: Upload,
    shortcuts: [{ key: 'Enter', mod: true, shift: true, inText: true }],
  },
  test: { ...flow, label: 'test', icon: Play, shortcuts: [{ key: 'Enter', mod: true, inText: true }] },
  compareWorkingCopy: { ...flow, label: 'compareWorkingCopy', icon: GitCompareArrows },
  startExecution: { ...flow, label: 'start', icon: Play },
  showHistory: { ...flow, label: 'revisionHistory', icon: FileClock },
  manageTestUsers: { ...flow, label: 'testUsers', icon: FlaskConical },
  tagFlow: { ...flow, label: 'tagFlow', icon: Tag },
  duplicateFlow: { ...flow, label: 'duplicateFlow', icon: Copy },
  deleteFlow: { ...flow, label: 'deleteFlow', icon: Trash2, tone: 'danger' },
  exportJson: { ...flow, label: 'exportJson', icon: Download },
  exportSvg: { ...flow, label: 'exportSvg', icon: FileImage },
  exportPng: { ...flow, label: 'exportPng', icon: FileImage },
  exportMermaid: { ...flow, label: 'exportMermaid', icon: FileCode },
  exportWithTests: { ...flow, label: 'exportWithTests', icon: Download },
  importJson: { ...change, label: 'importJson', icon: Upload, undo: ['importJson'] },
  arrange: { ...change, label: 'arrange', icon: Network, undo: ['arrange'] },
  findInFlow: {
    ...go,
    label: 'findInFlow',
    icon: TextSearch,
    shortcuts: [{ key: 'f', mod: true, inText: true }],
  },
  replaceInFlow: {
    ...build,
    label: 'replaceInFlow',
    icon: Replace,
    undo: ['replaceText'],
    shortcuts: [
      { key: 'h', mod: true, inText: true },
      // A Mac hides the window with Cmd H.
      { key: 'F', code: 'KeyF', mod: true, alt: true, inText: true },
    ],
  },
  searchAllFlows: {
    ...go,
    label: 'searchAllFlows',
    icon: Search,
    shortcuts: [{ key: 'f', mod: true, shift: true, inText: true }],
  },
  searchLibrary: { ...panel, label: 'library', icon: LayoutGrid, shortcuts: [{ key: '/' }] },
  showOutline: { ...panel, label: 'openOutline', icon: ListTree, shortcuts: [{ key: 'o' }] },
  addComment: { ...panel, label: 'addComment', icon: MessageSquarePlus, shortcuts: [{ key: 'm' }] },
  toggleComments: {
    ...panel,
    label: 'toggleComments',
    icon: MessageSquareText,
    shortcuts: [{ key: 'm', shift: true }],
  },
  toggleTraffic: { ...panel, label: 'toggleTraffic', icon: Activity },
  toggleProblems: {
    ...panel,
    label: 'toggleProblems',
    icon: PanelBottom,
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
