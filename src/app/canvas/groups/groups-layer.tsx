/** Some groups of the flow. One of them is a tab stop; Alt and the arrow keys go to the others. */

import { type KeyboardEvent, useRef } from 'react';
import type { Group } from '#flow/annotations/groups.ts';
import type { Point } from '#flow/definition.ts';
import { idAfterKey } from '../annotations/frame-keys.ts';
import type { CanvasEditing } from '../canvas-props.ts';
import { useInteraction, useInteractionStore } from '../interaction/interaction-store.ts';
import { GroupFrame } from './group-frame.tsx';
import './groups.css';

export type PlacedGroup = {
  id: string;
  group: Group;
  members: readonly string[];
  /** Keys of the notes and groups that go along when it is dragged. */
  carried: ReadonlySet<string>;
};

type GroupsLayerProps = {
  groups: readonly PlacedGroup[];
  editing: CanvasEditing | undefined;
  /** Screen px in one canvas unit. */
  zoom(): number;
  onSelect(widgets: ReadonlySet<string>): void;
  /** Brings a place of the canvas into view. */
  onReveal(at: Point): void;
};

export default function GroupsLayer({ groups, editing, zoom, onSelect, onReveal }: GroupsLayerProps) {
  const interaction = useInteractionStore();
  const layer = useRef<HTMLDivElement>(null);
  const focused = useInteraction((state) => state.focusedGroup);
  const ids = groups.map(({ id }) => id);
  const tabStop = focused !== null && ids.includes(focused) ? focused : ids[0];
  const walk = (event: KeyboardEvent, from: string) => {
    const next = idAfterKey(ids, from, event);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    layer.current
      ?.querySelector<HTMLElement>(`[data-group="${CSS.escape(next)}"] .header`)
      ?.focus({ preventScroll: true });
  };
  return (
    <div ref={layer} className="groups">
      {groups.map(({ id, group, members, carried }) => (
        <GroupFrame
          key={id}
          {...{ id, group, members, carried, editing, zoom, onSelect }}
          isTabStop={id === tabStop}
          onFocus={({ target }) => {
            interaction.setState({ focusedGroup: id });
            // The view does not move under a pointer that begins to drag.
            if (target.matches(':focus-visible')) onReveal({ x: group.x, y: group.y });
          }}
          onKeyDown={(event) => walk(event, id)}
        />
      ))}
    </div>
  );
}
