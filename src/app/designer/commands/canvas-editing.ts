/** Canvas gestures as labelled edits of the document. */

import { changeGroup, moveGroup, removeGroup } from '#flow/annotations/groups.ts';
import { changeNote, removeNote } from '#flow/annotations/notes.ts';
import type { FlowDefinition, Point } from '#flow/definition.ts';
import { disconnect } from '#flow/edit/connect.ts';
import { duplicateWidgets } from '#flow/edit/copy-widgets.ts';
import { findOutlet } from '#flow/edit/definition-access.ts';
import { moveCordSource } from '#flow/edit/move-cord.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { renameWidget } from '#flow/edit/rename-widget.ts';
import type { CanvasEditing, OutletRef } from '../../canvas/canvas-props.ts';
import type { DesignerContextValue } from '../designer-context.tsx';
import { connectLabel, disconnectLabel, widgetsLabel } from '../document/edit-labels.ts';
import { connectWidget, type Placement } from '../document/place-widget.ts';
import { selectWidgets } from '../view-store.ts';
import { addPlacedWidget } from './add-placed-widget.ts';

/** A dragged card hangs with its header under the pointer: canvas units from its upper edge. */
const grabOffset = 20;

/** `onOpen` is called after its widget has been selected. */
export function canvasEditing(
  { document, view, commands }: DesignerContextValue,
  onOpen: () => void,
): CanvasEditing {
  const definition = () => document.getState().history.present.definition;
  const select = (ids: Iterable<string>) => selectWidgets(view, new Set(ids));
  const openQuickAdd = (placement: Placement, at: Point, screen: Point) =>
    view.setState({ quickAdd: { placement, at, screen } });
  return {
    onMove: (positions) =>
      document.apply(widgetsLabel('moveWidgets', positions.keys()), (now) => moveWidgets(now, positions)),
    onDuplicate(positions) {
      const duplicated = duplicateWidgets(
        definition(),
        { widgets: new Set(positions.keys()), annotation: null },
        positions,
      );
      if (duplicated.ids.length === 0) return;
      document.apply(widgetsLabel('duplicate', positions.keys()), () => duplicated.definition);
      select(duplicated.ids);
    },
    onConnect: (from, to) =>
      document.apply(connectLabel(definition(), from, to), (now) => connectWidget(now, from, to)),
    onDisconnect: (from) =>
      document.apply(disconnectLabel(definition(), from), (now) => disconnect(now, from)),
    onMoveSource: (from, to) =>
      document.apply(connectLabel(definition(), to, targetOf(definition(), from)), (now) =>
        moveCordSource(now, from, to),
      ),
    onSelectCord: (cord) => {
      if (view.getState().selectedCord !== cord) view.setState({ selectedCord: cord });
    },
    onMenu(target, screen) {
      const widget = target.kind === 'widget' ? target.widget : null;
      if (widget !== null && !view.getState().selected.has(widget)) select([widget]);
      if (target.kind === 'outlet') select([target.outlet.widget]);
      if (target.kind === 'cord') {
        select([]);
        view.setState({ selectedCord: target.cord });
      }
      view.setState({ menu: { target, screen } });
    },
    onQuickAdd: (from, at, screen) => openQuickAdd({ kind: 'point', at, from }, at, screen),
    onOutlet: commands.addAfterOutlet,
    onInsert: (from, at, screen) => openQuickAdd({ kind: 'outlet', from }, at, screen),
    onDropWidget(type, at, outlet) {
      const dropped: Placement = { kind: 'point', at: { x: at.x, y: at.y - grabOffset }, from: null };
      addPlacedWidget({ document, view }, type, outlet === null ? dropped : { kind: 'outlet', from: outlet });
    },
    onRename(widget, target) {
      const renamed = renameWidget(definition(), widget, target);
      if (renamed.ok) document.apply({ name: 'renameWidget', widget, target }, () => renamed.definition);
    },
    onOpen(widget) {
      select([widget]);
      onOpen();
    },
    onChangeNote: (note, change) =>
      document.apply({ name: 'changeNote' }, (now) => changeNote(now, note, change), {
        gesture: `note ${note} ${Object.keys(change).join(' ')}`,
      }),
    onMoveGroup: (group, to) =>
      document.apply({ name: 'changeGroup' }, (now) => moveGroup(now, group, to), {
        gesture: `group ${group}`,
      }),
    onChangeGroup: (group, change) =>
      document.apply({ name: 'changeGroup' }, (now) => changeGroup(now, group, change), {
        gesture: `group ${group} ${Object.keys(change).join(' ')}`,
      }),
    onRemoveGroup: (group) => document.apply({ name: 'removeGroup' }, (now) => removeGroup(now, group)),
    onRemoveNote: (note) => document.apply({ name: 'deleteNote' }, (now) => removeNote(now, note)),
  };
}

/** The name that a cord leads to; '' when the outlet is free. */
function targetOf(definition: FlowDefinition, from: OutletRef): string {
  return findOutlet(definition, from)?.outlet.next ?? '';
}
