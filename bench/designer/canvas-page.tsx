/** The page under measurement: the canvas in editing mode, as in the designer. */

import '../../src/app/ui/styles/tokens.css';
import '../../src/app/ui/styles/base.css';
import '../../src/app/ui/marks/mark.css';
import './page.css';
import { useCallback, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { CanvasEditing, CanvasHandle } from '#app/canvas/canvas-props.ts';
import { FlowCanvas } from '#app/canvas/flow-canvas.tsx';
import { type FlowDefinition, type Point, propertiesOf } from '#flow/definition.ts';
import { bigFlow } from '../big-flow.ts';
import { reportPainted } from './painted.ts';

declare global {
  interface Window {
    canvas?: CanvasHandle | null;
    moves?: number;
    selectedCount?: number;
  }
}

function moved(definition: FlowDefinition, places: ReadonlyMap<string, Point>): FlowDefinition {
  const states = definition.states.map((state) => {
    const offset = places.get(state.name ?? '');
    return offset === undefined ? state : { ...state, properties: { ...propertiesOf(state), offset } };
  });
  return { ...definition, states };
}

/** The message of a widget, of which the body is written. */
function written(definition: FlowDefinition, name: string, body: string): FlowDefinition {
  const states = definition.states.map((state) =>
    state.name === name ? { ...state, properties: { ...propertiesOf(state), body } } : state,
  );
  return { ...definition, states };
}

const query = new URLSearchParams(location.search);
const start = bigFlow(Number(query.get('widgets') ?? 1000));
const middle = query.get('middle') ?? '';

const ignore = () => undefined;

function Page() {
  const [definition, setDefinition] = useState(start);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const handle = useRef<CanvasHandle>(null);
  const keep = useCallback((canvas: CanvasHandle | null) => {
    handle.current = canvas;
    window.canvas = canvas;
  }, []);
  const select = useCallback((widgets: ReadonlySet<string>) => {
    window.selectedCount = widgets.size;
    setSelected(widgets);
  }, []);
  const editing = useMemo<CanvasEditing>(
    () => ({
      onMove: (places) => {
        window.moves = (window.moves ?? 0) + 1;
        setDefinition((before) => moved(before, places));
      },
      onDuplicate: ignore,
      onConnect: ignore,
      onQuickAdd: ignore,
      onOutlet: ignore,
      onDisconnect: ignore,
      onInsert: ignore,
      onDropWidget: ignore,
      onMoveSource: ignore,
      onSelectCord: ignore,
      onMenu: ignore,
      onRename: ignore,
      onOpen: ignore,
      onChangeNote: ignore,
      onRemoveNote: ignore,
      onMoveGroup: ignore,
      onChangeGroup: ignore,
      onRemoveGroup: ignore,
    }),
    [],
  );
  return (
    <>
      <FlowCanvas
        ref={keep}
        definition={definition}
        selected={selected}
        onSelect={select}
        editing={editing}
        label={definition.description}
      />
      <input
        className="typed"
        aria-label="Message"
        onChange={({ target }) => setDefinition((before) => written(before, middle, target.value))}
      />
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Page />);
// The raster layer gets its size when it is painted first.
reportPainted(
  () =>
    document.querySelector<HTMLCanvasElement>('.raster-layer')?.width === window.innerWidth &&
    document.querySelector('[data-card]') !== null,
);
