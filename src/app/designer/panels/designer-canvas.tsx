/** The canvas in the designer. */

import { type RefObject, useDeferredValue, useEffect, useMemo } from 'react';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { FlowCanvas } from '../../canvas/flow-canvas.tsx';
import { addRequestedWidget, canvasEditing, connectRequestedWidget } from '../commands/canvas-editing.ts';
import { useDesigner, useDocument, useFindings, useView } from '../designer-context.tsx';
import { select } from '../view-store.ts';
import { QuickAdd } from './quick-add.tsx';

export type DesignerCanvasProps = {
  canvas: RefObject<CanvasHandle | null>;
  /** The person wants to change the name, or the settings, of the selected widget. */
  onRename(): void;
  onOpen(): void;
};

export function DesignerCanvas({ canvas, onRename, onOpen }: DesignerCanvasProps) {
  const designer = useDesigner();
  const { view } = designer;
  const definition = useDocument((state) => state.history.present.definition);
  const name = useDocument((state) => state.history.present.name);
  const findings = useFindings((state) => state.findings);
  const selected = useView((state) => state.selected);
  const asked = useView((state) => state.quickAdd);
  // A letter typed in a field must not wait for a thousand cards.
  const drawn = useDeferredValue(definition);
  const editing = useMemo(() => canvasEditing(designer, onRename, onOpen), [designer, onRename, onOpen]);
  useReveal(canvas, drawn === definition);
  return (
    <>
      <FlowCanvas
        ref={canvas}
        definition={drawn}
        findings={findings}
        selected={selected}
        onSelect={(widgets) => select(view, widgets)}
        editing={editing}
        label={name}
        initialView="readable"
      />
      {asked && (
        <QuickAdd
          asked={asked}
          definition={definition}
          onClose={() => view.setState({ quickAdd: null })}
          onType={(type) => canvas.current?.focus(addRequestedWidget(designer, asked, type))}
          onExisting={(widget) => connectRequestedWidget(designer, asked, widget)}
        />
      )}
    </>
  );
}

/** Brings into view what is wanted there, once it is drawn. */
function useReveal(canvas: RefObject<CanvasHandle | null>, isDrawn: boolean): void {
  const { view } = useDesigner();
  const reveal = useView((state) => state.reveal);
  useEffect(() => {
    if (reveal === null || !isDrawn) return;
    // The canvas takes orders only once it has measured itself.
    const frame = requestAnimationFrame(() => {
      view.setState({ reveal: null });
      if (reveal === 'all') canvas.current?.fit();
      else canvas.current?.reveal(reveal);
    });
    return () => cancelAnimationFrame(frame);
  }, [reveal, isDrawn, canvas, view]);
}
