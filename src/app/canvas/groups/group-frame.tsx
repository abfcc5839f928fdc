/** One group: its frame with a header that is moved, sized and named; collapsed, a cover over what it has. */

import { ChevronDown, ChevronRight, SquareDashedMousePointer, Ungroup } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Group, maxTitleLength } from '#flow/annotations/groups.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { useCarriedBy } from '../annotations/carried.ts';
import { ColorButtons } from '../annotations/color-buttons.tsx';
import { useDraft } from '../annotations/draft.tsx';
import { useRequestedFocus } from '../annotations/focused-annotation.ts';
import { frameAfterKey } from '../annotations/frame-keys.ts';
import { frameStyle } from '../annotations/frame-style.ts';
import { useFrameDrag } from '../annotations/use-frame-drag.ts';
import type { CanvasEditing } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import { useInteraction, useInteractionStore } from '../interaction/interaction-store.ts';

type GroupFrameProps = {
  id: string;
  group: Group;
  members: readonly string[];
  /** Keys of the notes and groups that go along when it is dragged. */
  carried: ReadonlySet<string>;
  isTabStop: boolean;
  editing: CanvasEditing | undefined;
  zoom(): number;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onKeyDown(event: KeyboardEvent): void;
  onSelect(widgets: ReadonlySet<string>): void;
};

const noGuides = [] as const;

export function GroupFrame(props: GroupFrameProps) {
  const { id, group, members, isTabStop, editing, onFocus, onKeyDown, onSelect } = props;
  const interaction = useInteractionStore();
  const isNaming = useInteraction((state) => state.namedGroup === id) && editing !== undefined;
  const name = (isOn: boolean) => interaction.setState({ namedGroup: isOn ? id : null });
  const { drag, put } = useGroupDrag(props);
  /** A widget that is selected or focused would keep its group open. */
  const toggle = () => {
    const { focus } = interaction.getState();
    if (!group.collapsed) {
      if (focus !== null && members.includes(focus.widget)) interaction.setState({ focus: null });
      onSelect(new Set());
    }
    editing?.onChangeGroup(id, { collapsed: !group.collapsed });
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || editing === undefined) return onKeyDown(event);
    const change = frameAfterKey(group, event);
    const actions: Readonly<Record<string, () => void>> = {
      Enter: () => name(true),
      F2: () => name(true),
      ' ': toggle,
      Delete: () => editing.onRemoveGroup(id),
      Backspace: () => editing.onRemoveGroup(id),
    };
    const act = change === null ? actions[event.key] : () => put(change);
    if (act === undefined) return onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const header = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Collapsing takes a group to another layer, where it is mounted again.
    if (interaction.getState().focusedGroup === id && document.activeElement?.matches('body, [data-canvas]'))
      header.current?.focus({ preventScroll: true });
  }, [interaction, id]);
  useRequestedFocus(id, header);
  const moved = useCarriedBy('group', id);
  const { x, y, width, height } = { ...group, ...drag.change };
  const title = group.title || t('untitledGroup');
  return (
    <div
      className={`annotation group ${group.color}${group.collapsed ? ' collapsed' : ''}`}
      style={frameStyle({ x: x + moved.x, y: y + moved.y, width, height })}
      data-group={id}
    >
      {group.collapsed && <Cover title={title} members={members} onOpen={toggle} />}
      {/* biome-ignore lint/a11y/useSemanticElements: it is no group of form fields */}
      <div
        ref={header}
        className="header"
        role="group"
        aria-label={t('group', { title, count: members.length })}
        aria-description={editing === undefined ? undefined : t('groupKeys')}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={press}
        onDoubleClick={(event) => {
          event.stopPropagation();
          if (editing !== undefined) name(true);
        }}
        {...(editing !== undefined && !isNaming && drag.handlers('move'))}
      >
        {editing !== undefined && <FoldButton isCollapsed={group.collapsed} onPress={toggle} />}
        {isNaming ? (
          <TitleField
            title={group.title}
            onDone={(text) => {
              name(false);
              if (text !== null && text !== group.title) editing?.onChangeGroup(id, { title: text });
            }}
          />
        ) : (
          <span className="title" dir="auto">
            {title}
          </span>
        )}
        {editing !== undefined && !isNaming && (
          <Tools id={id} group={group} editing={editing} onSelectAll={() => onSelect(new Set(members))} />
        )}
      </div>
      {editing !== undefined && !group.collapsed && (
        <span className="size" aria-hidden="true" {...drag.handlers('size')} />
      )}
    </div>
  );
}

/** Drags the frame, with what the group has; `put` is where it ends, or what a key does. */
function useGroupDrag({ id, group, members, carried, editing, zoom }: GroupFrameProps) {
  const interaction = useInteractionStore();
  const put = ({ x, y, ...size }: Partial<Group>) => {
    if (x !== undefined && y !== undefined) editing?.onMoveGroup(id, { x, y });
    else editing?.onChangeGroup(id, size);
  };
  const drag = useFrameDrag({
    frame: group,
    zoom,
    onDrag(change) {
      const { x = group.x, y = group.y } = change ?? {};
      const delta = { x: x - group.x, y: y - group.y };
      const moving = {
        kind: 'translating',
        ids: new Set(members),
        delta,
        guides: noGuides,
        isCopy: false,
        annotations: carried,
      } as const;
      interaction.setState({ gesture: change?.x === undefined ? null : moving });
    },
    onDone: put,
  });
  return { drag, put };
}

function FoldButton({ isCollapsed, onPress }: { isCollapsed: boolean; onPress(): void }) {
  return (
    <button
      type="button"
      className="fold"
      aria-label={isCollapsed ? t('expandGroup') : t('collapseGroup')}
      aria-expanded={!isCollapsed}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onPress}
    >
      <Icon of={isCollapsed ? ChevronRight : ChevronDown} size={14} />
    </button>
  );
}

type ToolsProps = { id: string; group: Group; editing: CanvasEditing; onSelectAll(): void };

function Tools({ id, group, editing, onSelectAll }: ToolsProps) {
  return (
    <div
      className="tools"
      role="toolbar"
      aria-label={t('groupTools')}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <ColorButtons color={group.color} onChoose={(color) => editing.onChangeGroup(id, { color })} />
      <button type="button" aria-label={t('selectGroup')} onClick={onSelectAll}>
        <Icon of={SquareDashedMousePointer} size={14} />
      </button>
      <button type="button" aria-label={t('removeGroup')} onClick={() => editing.onRemoveGroup(id)}>
        <Icon of={Ungroup} size={14} />
      </button>
    </div>
  );
}

type CoverProps = { title: string; members: readonly string[]; onOpen(): void };

/** The names are in the outline as well; screen readers have the header. */
function Cover({ title, members, onOpen }: CoverProps) {
  return (
    <div
      className="cover"
      aria-hidden="true"
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      <strong dir="auto">{title}</strong>
      <span>{t('groupCount', { count: members.length })}</span>
      <span className="names" dir="auto">
        {members.join(' · ')}
      </span>
    </div>
  );
}

/** Escape takes back what was written. */
function TitleField({ title, onDone }: { title: string; onDone(title: string | null): void }) {
  const [value, setValue] = useState(title);
  const [isDone, setIsDone] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useDraft((draft) => {
    const text = draft.text === '' ? title : draft.text;
    setValue(text);
    setIsDone(draft.isDone);
  });
  useEffect(() => {
    // Leaving the field keeps what it holds: it must hold the draft by then.
    if (isDone) field.current?.closest<HTMLElement>('.header')?.focus({ preventScroll: true });
  }, [isDone]);
  return (
    <input
      ref={field}
      aria-label={t('groupTitle')}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: it is opened in order to write
      autoFocus
      maxLength={maxTitleLength}
      value={value}
      placeholder={t('untitledGroup')}
      onChange={(event) => setValue(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => onDone(value.trim())}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape' && event.key !== 'Enter') return;
        event.preventDefault();
        const header = event.currentTarget.closest<HTMLElement>('.header');
        onDone(event.key === 'Enter' ? value.trim() : null);
        header?.focus({ preventScroll: true });
      }}
    />
  );
}
