/** One widget of the outline, with what can be done with it by keys and from its menu. */

import { Ellipsis } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { State } from '#flow/definition.ts';
import type { OutletRef } from '../../canvas/canvas-props.ts';
import { asTyped } from '../../ui/as-typed.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { MenuAction } from '../../ui/overlays/menu-action.ts';
import { keyOf } from '../../ui/page-keys.ts';
import { widgetTitle } from '../../words/flow-texts.ts';
import { useWords } from '../../words/use-words.ts';
import { shownOutlets } from '../../words/widget-labels.ts';
import { WidgetChip } from './widget-chip.tsx';

/** The edits of the outline, each of the widget with that id. */
export type OutlineEditing = {
  onShow(widget: string): void;
  /** Brings a note into view, with the focus. */
  onShowNote(note: string): void;
  onAdd(widget: string): void;
  onConnect(from: OutletRef): void;
  onRename(widget: string): void;
  onRemove(widget: string): void;
  onReorder(widget: string, direction: 'earlier' | 'later'): void;
};

type OutlineRowProps = {
  id: string;
  state: State;
  /** Titles of the groups in which it is. */
  groups: readonly string[];
  isReached: boolean;
  isSelected: boolean;
  editing: OutlineEditing;
};

export function OutlineRow({ id, state, groups, isReached, isSelected, editing }: OutlineRowProps) {
  const t = useWords('designer');
  const name = state.name ?? id;
  const outlets = shownOutlets(state);
  const isTrigger = state.type === 'trigger';
  const connect = (outlet: string) => editing.onConnect({ widget: id, outlet });
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    const { altKey, ctrlKey, metaKey, currentTarget } = event;
    const key = keyOf(event);
    if (ctrlKey || metaKey) return;
    const action = altKey
      ? { ArrowUp: () => editing.onReorder(id, 'earlier'), ArrowDown: () => editing.onReorder(id, 'later') }[
          key
        ]
      : {
          F2: () => editing.onRename(id),
          Delete: () => editing.onRemove(id),
          Backspace: () => editing.onRemove(id),
          a: () => editing.onAdd(id),
          c: () => outlets[0] && connect(outlets[0].key),
          ArrowRight: () => currentTarget.parentElement?.querySelector<HTMLElement>('.more button')?.focus(),
        }[key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const items: MenuAction[] = [
    { id: 'add', label: t('addAfterWidget'), keys: ['A'], onAction: () => editing.onAdd(id) },
    ...outlets.map(({ key, label }, index) => ({
      id: `connect ${key}`,
      label: t('connectOutlet', { outlet: label }),
      ...(index === 0 && { keys: ['C'], separated: true }),
      onAction: () => connect(key),
    })),
    ...(isTrigger
      ? []
      : [
          {
            id: 'rename',
            label: t('renameOutlined'),
            keys: ['F2'],
            separated: true,
            onAction: () => editing.onRename(id),
          },
          {
            id: 'earlier',
            label: t('moveEarlier'),
            keys: ['Alt', '↑'],
            onAction: () => editing.onReorder(id, 'earlier'),
          },
          {
            id: 'later',
            label: t('moveLater'),
            keys: ['Alt', '↓'],
            onAction: () => editing.onReorder(id, 'later'),
          },
          {
            id: 'remove',
            label: t('deleteWidget'),
            tone: 'danger' as const,
            separated: true,
            onAction: () => editing.onRemove(id),
          },
        ]),
  ];
  return (
    <li className="row">
      <button
        type="button"
        className="w"
        data-step
        data-widget={id}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => editing.onShow(id)}
        onKeyDown={byKey}
      >
        <WidgetChip type={state.type} soft />
        <span className="grow">
          <span className="clip name" {...asTyped}>
            {name}
          </span>
          <span className="clip what">
            {widgetTitle(state.type)}
            {groups.length > 0 && `, ${t('inGroup', { group: groups.join(', ') })}`}
            {!isReached && `, ${t('notReached')}`}
          </span>
        </span>
      </button>
      <span className="more">
        <Menu
          label={t('actionsOf', { widget: name })}
          placement="bottom end"
          trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { widget: name })} />}
          items={items}
        />
      </span>
    </li>
  );
}
