/** The command table: label, icon and shortcuts of each command, read by menus, tooltips and the keyboard. */

import {
  CircleCheck,
  Copy,
  CopyPlus,
  Download,
  FlaskConical,
  GitCompareArrows,
  LayoutGrid,
  ListTree,
  LocateFixed,
  Network,
  Play,
  Plus,
  Redo2,
  Save,
  SaveAll,
  SquareDashedMousePointer,
  StepForward,
  Trash2,
  Undo2,
  Upload,
} from 'lucide-react';
import type { IconShape } from '../../ui/icon.tsx';
import type { MenuAction } from '../../ui/menu.tsx';
import type { designer } from '../../words/designer.ts';
import { wordsOf } from '../../words/use-words.ts';
import { keysOf, type Shortcut } from './shortcuts.ts';

type CommandLabel = {
  [Key in keyof typeof designer]: (typeof designer)[Key] extends string ? Key : never;
}[keyof typeof designer];

export type CommandEntry = {
  /** Key in the words of the designer. */
  label: CommandLabel;
  icon: IconShape;
  /** The first is the one that menus and tooltips show. */
  shortcuts?: readonly [Shortcut, ...Shortcut[]];
  tone?: 'danger';
};

export const commandTable = {
  undo: { label: 'undo', icon: Undo2, shortcuts: [{ key: 'z', mod: true, inText: true }] },
  redo: {
    label: 'redo',
    icon: Redo2,
    shortcuts: [
      { key: 'z', mod: true, shift: true, inText: true },
      { key: 'y', mod: true, inText: true },
    ],
  },
  validate: { label: 'validate', icon: CircleCheck },
  nextProblem: { label: 'nextProblem', icon: StepForward, shortcuts: [{ key: 'F8', inText: true }] },
  save: { label: 'save', icon: Save, shortcuts: [{ key: 's', mod: true, inText: true }] },
  saveWithMessage: { label: 'saveWith', icon: SaveAll },
  publish: {
    label: 'publish',
    icon: Upload,
    shortcuts: [{ key: 'Enter', mod: true, shift: true, inText: true }],
  },
  test: { label: 'test', icon: Play, shortcuts: [{ key: 'Enter', mod: true, inText: true }] },
  exportJson: { label: 'exportJson', icon: Download },
  importJson: { label: 'importJson', icon: Upload },
  arrange: { label: 'arrange', icon: Network },
  compareWorkingCopy: { label: 'compareWorkingCopy', icon: GitCompareArrows },
  startExecution: { label: 'start', icon: Play },
  manageTestUsers: { label: 'testUsers', icon: FlaskConical },
  searchLibrary: { label: 'library', icon: LayoutGrid, shortcuts: [{ key: '/' }] },
  addWidget: { label: 'quickAdd', icon: Plus, shortcuts: [{ key: 'a' }] },
  showOutline: {
    label: 'openOutline',
    icon: ListTree,
    shortcuts: [{ key: 'f', mod: true, inText: true }],
  },
  selectAll: {
    label: 'selectAll',
    icon: SquareDashedMousePointer,
    shortcuts: [{ key: 'a', mod: true }],
  },
  showOnCanvas: { label: 'showOnCanvas', icon: LocateFixed },
  duplicate: { label: 'duplicate', icon: CopyPlus, shortcuts: [{ key: 'd', mod: true }] },
  copyJson: { label: 'copyJson', icon: Copy },
  deleteWidget: { label: 'deleteWidget', icon: Trash2, tone: 'danger' },
} as const satisfies Record<string, CommandEntry>;

export type CommandId = keyof typeof commandTable;

/** The commands that have a shortcut. */
export type ShortcutCommandId = {
  [Id in CommandId]: (typeof commandTable)[Id] extends { shortcuts: unknown } ? Id : never;
}[CommandId];

const entries: Readonly<Record<CommandId, CommandEntry>> = commandTable;

/** The keys of the command's first shortcut as keycaps. */
export function shortcutKeys(id: ShortcutCommandId): string[] {
  return keysOf(commandTable[id].shortcuts[0]);
}

/** The command as an entry of a menu. */
export function menuAction(
  id: CommandId,
  onAction: () => void,
  options: { separated?: boolean } = {},
): MenuAction {
  const { label, icon, tone, shortcuts } = entries[id];
  return {
    id,
    label: labelOf(label),
    icon,
    onAction,
    ...(shortcuts && { keys: keysOf(shortcuts[0]) }),
    ...(tone && { tone }),
    ...options,
  };
}

/** Labels have no blanks, which the type of `t` cannot express for a computed key. */
function labelOf(label: CommandLabel): string {
  return (wordsOf('designer') as (key: string) => string)(label);
}
