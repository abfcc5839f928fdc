/** What the page around the canvas can do with it, as functions of its ref. */

import { type Ref, type RefObject, useImperativeHandle } from 'react';
import { rovingTabStop } from './accessibility/roving-tab-stop.ts';
import type { CardFocus } from './accessibility/use-card-focus.ts';
import { emptyDraft } from './annotations/draft.tsx';
import { focusedAnnotation } from './annotations/focused-annotation.ts';
import type { CanvasHandle, FocusDirection, OpeningView, OutletRef } from './canvas-props.ts';
import { type CanvasSnapshot, toScreenPoint } from './interaction/canvas-snapshot.ts';
import { type Focus, useInteractionStore } from './interaction/interaction-store.ts';
import type { CanvasReader } from './interaction/use-canvas-reader.ts';
import { jackPosition, type Scene } from './render/scene.ts';
import { segmentBoxes } from './routing/cord-router.ts';
import { levelOfDetailAt } from './viewport/level-of-detail.ts';

type HandleParts = CanvasReader &
  CardFocus & { chooseView(view: OpeningView): void; walk(direction: FocusDirection): void };

export function useCanvasHandle(
  handle: Ref<CanvasHandle> | undefined,
  root: RefObject<HTMLElement | null>,
  { camera, chooseView, readCanvas, focusCard, applyFocus, walk }: HandleParts,
): void {
  const interaction = useInteractionStore();
  useImperativeHandle(
    handle,
    (): CanvasHandle => ({
      ...camera,
      chooseView,
      focus(widget) {
        if (widget !== undefined) interaction.setState({ focus: { widget, outlet: 0 } });
        const id = widget ?? rovingTabStop(readCanvas().scene, interaction.getState().focus);
        if (id !== null) focusCard(id);
        applyFocus();
      },
      focusItself() {
        root.current?.focus({ preventScroll: true });
        return root.current;
      },
      nameWidget(widget) {
        const { scene, props, viewport } = readCanvas();
        const found = scene.widgets.get(widget);
        if (found === undefined || found.summary.isTrigger || props.editing === undefined) return false;
        if (levelOfDetailAt(viewport.zoom) === 'full') camera.reveal([widget]);
        else camera.fitTo([widget]);
        interaction.setState({ namedWidget: widget });
        return true;
      },
      nameGroup: (group) =>
        interaction.setState({ namedGroup: group, focusedGroup: group, draft: emptyDraft }),
      focusedAnnotation,
      focusAnnotation: ({ id }) => interaction.setState({ annotationToFocus: id }),
      writeNote: (note) => interaction.setState({ editedNote: note, focusedNote: note, draft: emptyDraft }),
      cordBoxes: () => [...readCanvas().routes.values()].flatMap(segmentBoxes),
      focusedOutlet: () => focusedOutletRef(readCanvas().scene, interaction.getState().focus),
      screenOf: (at) => toScreenPoint(at, readCanvas()),
      walk(direction) {
        walk(direction);
        applyFocus();
      },
      connectByName(outlet) {
        const from = outlet ?? focusedOutletRef(readCanvas().scene, interaction.getState().focus);
        if (from !== null) interaction.setState({ connectByNameFrom: from });
      },
      placeForList(outlet) {
        const place = placeOfOutlet(readCanvas(), outlet);
        if (place === null) return null;
        camera.makeRoomBelow(place.at, listHeight);
        return placeOfOutlet(readCanvas(), outlet);
      },
    }),
    [camera, chooseView, interaction, focusCard, applyFocus, readCanvas, walk, root],
  );
}

/** A list for an outlet opens this far below its jack, in px. */
const belowJack = 22;
/** As much as it needs before anything is typed, in px. */
const listHeight = 300;

function placeOfOutlet(canvas: CanvasSnapshot, { widget, outlet }: OutletRef) {
  const { scene, viewport } = canvas;
  const found = scene.widgets.get(widget);
  const index = found?.summary.outlets.findIndex(({ key }) => key === outlet) ?? -1;
  if (found === undefined || index < 0) return null;
  const jack = jackPosition(found.box, found.summary.outlets.length, index);
  const at = { x: jack.x, y: jack.y + belowJack / viewport.zoom };
  return { at, screen: toScreenPoint(at, canvas) };
}

/** The focused outlet by its key. */
function focusedOutletRef(scene: Scene, focus: Focus | null): OutletRef | null {
  const outlet = focus === null ? undefined : scene.widgets.get(focus.widget)?.summary.outlets[focus.outlet];
  return focus === null || outlet === undefined ? null : { widget: focus.widget, outlet: outlet.key };
}
