/** The canvas in the designer. */

import { type RefObject, useDeferredValue, useEffect, useMemo } from 'react';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { FlowCanvas } from '../../canvas/flow-canvas.tsx';
import { addAsked, connectAsked, handEdits } from '../commands/canvas-editing.ts';
import { useDesigning, useDocument, useFindings, useView } from '../designer-context.tsx';
import { select } from '../view-store.ts';
import { QuickAdd } from './quick-add.tsx';

export type BoardProps = {
  canvas: RefObject<CanvasHandle | null>;
  /** The person wants to change the name, or the settings, of the selected widget. */
  onRename(): void;
  onOpen(): void;
};

export function Board({ canvas, onRename, onOpen }: BoardProps) {
  const designing = useDesigning();
  const { view } = designing;
  const definition = useDocument((state) => state.history.present.definition);
  const name = useDocument((state) => state.history.present.name);
  const findings = useFindings((state) => state.findings);
  const selected = useView((state) => state.selected);
  const asked = useView((state) => state.quickAdd);
  // A letter typed in a field must not wait for a thousand cards.
  const drawn = useDeferredValue(definition);
  const editing = useMemo(() => handEdits(designing, onRename, onOpen), [designing, onRename, onOpen]);
  useWanted(canvas, drawn === definition);
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
        opening="readable"
      />
      {asked && (
        <QuickAdd
          asked={asked}
          definition={definition}
          onClose={() => view.setState({ quickAdd: null })}
          onType={(type) => canvas.current?.focus(addAsked(designing, asked, type))}
          onExisting={(widget) => connectAsked(designing, asked, widget)}
        />
      )}
    </>
  );
}

/** Brings into view what is wanted there, once it is drawn. */
function useWanted(canvas: RefObject<CanvasHandle | null>, isDrawn: boolean): void {
  const { view } = useDesigning();
  const wanted = useView((state) => state.wanted);
  useEffect(() => {
    if (wanted === null || !isDrawn) return;
    // The canvas takes orders only once it has measured itself.
    const frame = requestAnimationFrame(() => {
      view.setState({ wanted: null });
      if (wanted === 'all') canvas.current?.fit();
      else canvas.current?.show(wanted);
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, isDrawn, canvas, view]);
}
