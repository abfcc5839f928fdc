/** The canvas in the designer: what a hand does on it becomes named edits of the document. */

import { type RefObject, useDeferredValue, useEffect, useMemo } from 'react';
import type { Point } from '#flow/definition.ts';
import { connect, disconnect } from '#flow/edit/connect.ts';
import { duplicateWidgets } from '#flow/edit/copy-widgets.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import type { CanvasEditing, CanvasHandle, OutletRef } from '../canvas/canvas-props.ts';
import { FlowCanvas } from '../canvas/flow-canvas.tsx';
import { useDesigning, useDocument, useFindings, useView } from './designer-context.tsx';
import { addAt } from './place-widget.ts';
import { QuickAdd } from './quick-add.tsx';
import { select } from './view.ts';

export type BoardProps = {
  canvas: RefObject<CanvasHandle | null>;
  /** The person wants to change the name, or the settings, of the selected widget. */
  onRename(): void;
  onOpen(): void;
};

export function Board({ canvas, onRename, onOpen }: BoardProps) {
  const { document, view, commands } = useDesigning();
  const definition = useDocument((state) => state.history.present.definition);
  const name = useDocument((state) => state.history.present.name);
  const findings = useFindings((state) => state.findings);
  const selected = useView((state) => state.selected);
  const asked = useView((state) => state.quickAdd);
  // A letter typed in a field must not wait for a thousand cards.
  const drawn = useDeferredValue(definition);

  const editing = useMemo((): CanvasEditing => {
    const choose = (ids: Iterable<string>) => select(view, new Set(ids));
    const offer = (from: OutletRef | null, inserts: boolean, at: Point, screen: Point) =>
      view.setState({ quickAdd: { from, inserts, at, screen } });
    return {
      onMove: (places) => document.apply('moveWidgets', (now) => moveWidgets(now, places)),
      onDuplicate(places) {
        let copies: string[] = [];
        document.apply('duplicate', (now) => {
          const made = duplicateWidgets(now, places.keys(), places);
          copies = made.ids;
          return copies.length === 0 ? now : made.definition;
        });
        if (copies.length > 0) choose(copies);
      },
      onConnect: (from, to) => document.apply('connect', (now) => connect(now, from, to)),
      onDisconnect: (from) => document.apply('disconnect', (now) => disconnect(now, from)),
      onOfferWidget: (from, at, screen) => offer(from, false, at, screen),
      onInsert: (from, at, screen) => offer(from, true, at, screen),
      onDropWidget(type, at, on) {
        let id = '';
        document.apply(on === null ? 'addWidget' : 'insertWidget', (now) => {
          // The hand holds a card by its head.
          const added = addAt(now, type, { x: at.x, y: at.y - 20 }, on, on !== null);
          id = added.id;
          return added.definition;
        });
        choose([id]);
      },
      onDelete: commands.remove,
      onRename(widget) {
        choose([widget]);
        onRename();
      },
      onOpen(widget) {
        choose([widget]);
        onOpen();
      },
    };
  }, [document, view, commands, onRename, onOpen]);

  const wanted = useView((state) => state.wanted);
  const isDrawn = drawn === definition;
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

  const close = () => view.setState({ quickAdd: null });
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
      />
      {asked && (
        <QuickAdd
          asked={asked}
          definition={definition}
          onClose={close}
          onType={(type) => {
            let id = '';
            document.apply(asked.inserts ? 'insertWidget' : 'addWidget', (now) => {
              const added = addAt(now, type, asked.at, asked.from, asked.inserts);
              id = added.id;
              return added.definition;
            });
            close();
            select(view, new Set([id]));
          }}
          onExisting={(widget) => {
            const { from } = asked;
            if (from !== null) document.apply('connect', (now) => connect(now, from, widget));
            close();
          }}
        />
      )}
    </>
  );
}
