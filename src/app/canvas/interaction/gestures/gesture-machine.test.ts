// @vitest-environment happy-dom
/** The transitions of the gesture state machine. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CanvasEditing } from '../../canvas-props.ts';
import { projectScene } from '../../render/scene.ts';
import { indexRoutes, routeCords } from '../../routing/cord-router.ts';
import type { CanvasSnapshot } from '../canvas-snapshot.ts';
import { createInteractionStore } from '../interaction-store.ts';
import { type DragInput, GestureMachine } from './gesture-machine.ts';
import type { PointerInput } from './gesture-state.ts';
import { doubleClick } from './idle.ts';

// Cards of 240 × 100: `a` at the origin with a cord to `b` below; `c` beside, without cords.
const scene = projectScene({
  description: '',
  initial_state: 'a',
  states: [
    { name: 'a', x: 0, y: 0, next: 'b' },
    { name: 'b', x: 0, y: 300, next: null },
    { name: 'c', x: 400, y: 0, next: null },
  ].map(({ name, x, y, next }) => ({
    name,
    type: 'send-message',
    transitions: [{ event: 'sent', next }, { event: 'failed' }],
    properties: { offset: { x, y } },
  })),
});
const routes = routeCords(
  [...scene.widgets.values()].map(({ box }) => box),
  [...scene.cords.values()],
);

const canvasElement = document.createElement('div');
const onTool = document.createElement('button');
onTool.dataset.tool = '';

function setUp(isEditable = true) {
  const editing = {
    onMove: vi.fn<CanvasEditing['onMove']>(),
    onDuplicate: vi.fn<CanvasEditing['onDuplicate']>(),
    onConnect: vi.fn<CanvasEditing['onConnect']>(),
    onQuickAdd: vi.fn<CanvasEditing['onQuickAdd']>(),
    onOutlet: vi.fn<CanvasEditing['onOutlet']>(),
    onDisconnect: vi.fn<CanvasEditing['onDisconnect']>(),
    onInsert: vi.fn<CanvasEditing['onInsert']>(),
    onDropWidget: vi.fn<CanvasEditing['onDropWidget']>(),
    onMoveSource: vi.fn<CanvasEditing['onMoveSource']>(),
    onSelectCord: vi.fn<CanvasEditing['onSelectCord']>(),
    onMenu: vi.fn<CanvasEditing['onMenu']>(),
    onRename: vi.fn<CanvasEditing['onRename']>(),
    onOpen: vi.fn<CanvasEditing['onOpen']>(),
    onChangeNote: vi.fn<CanvasEditing['onChangeNote']>(),
    onRemoveNote: vi.fn<CanvasEditing['onRemoveNote']>(),
    onMoveGroup: vi.fn<CanvasEditing['onRemoveNote']>(),
    onChangeGroup: vi.fn<CanvasEditing['onRemoveNote']>(),
    onRemoveGroup: vi.fn<CanvasEditing['onRemoveNote']>(),
  };
  const store = createInteractionStore();
  const capture = vi.fn<(pointerId: number) => void>();
  const panBy = vi.fn<CanvasSnapshot['camera']['panBy']>();
  const canvas = { selected: new Set<string>(), isSpaceDown: false };
  const readCanvas = (): CanvasSnapshot => ({
    scene,
    routes,
    cordIndex: indexRoutes(routes),
    screen: { width: 1000, height: 800 },
    viewport: { x: 0, y: 0, zoom: 1 },
    origin: { x: 0, y: 0 },
    isSpaceDown: canvas.isSpaceDown,
    props: {
      definition: { description: '', initial_state: 'a', states: [] },
      label: 'flow',
      selected: canvas.selected,
      onSelect: (widgets) => {
        canvas.selected = new Set(widgets);
      },
      ...(isEditable ? { editing } : {}),
    },
    camera: {
      fit: () => undefined,
      fitTo: () => undefined,
      reveal: () => undefined,
      revealPlace: () => undefined,
      makeRoomBelow: () => undefined,
      moveOn: () => undefined,
      zoomTo: () => undefined,
      center: () => ({ x: 0, y: 0 }),
      panBy,
    },
  });
  const context = { store, readCanvas };
  const machine = new GestureMachine(context);
  const input = (clientX: number, clientY: number, more: Partial<PointerInput> = {}): PointerInput => ({
    clientX,
    clientY,
    button: 0,
    pointerId: 1,
    pointerType: 'mouse',
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    target: canvasElement,
    currentTarget: { setPointerCapture: capture },
    ...more,
  });
  const drag = (from: [number, number], to: [number, number], more: Partial<PointerInput> = {}) => {
    machine.pointerDown(input(...from, more));
    machine.pointerMove(input(...to, more));
  };
  const calls = () => Object.values(editing).reduce((sum, each) => sum + each.mock.calls.length, 0);
  return { machine, store, editing, canvas, context, input, drag, capture, panBy, calls };
}

const dragOf = (clientX: number, clientY: number, widgetType = 'split-based-on') =>
  ({
    clientX,
    clientY,
    preventDefault: vi.fn<() => void>(),
    dataTransfer: {
      types: ['application/x-patchbay-widget'],
      dropEffect: 'none',
      getData: () => widgetType,
    },
  }) satisfies DragInput;

describe('pointing', () => {
  it('stays a click within the slack, and becomes a drag beyond it', () => {
    const { machine, input, capture, store } = setUp();
    machine.pointerDown(input(50, 20));
    expect(machine.state).toBe('pointing');
    machine.pointerMove(input(52, 20));
    expect(machine.state).toBe('pointing');
    expect(capture).not.toHaveBeenCalled();
    machine.pointerMove(input(54, 20));
    expect(machine.state).toBe('translatingWidgets');
    expect(capture).toHaveBeenCalledExactlyOnceWith(1);
    expect(store.getState().gesture?.kind).toBe('translating');
  });

  it('selects a widget on press, and deselects beside cards on release', () => {
    const { machine, input, canvas, store, calls } = setUp();
    machine.pointerDown(input(50, 20));
    expect([...canvas.selected]).toEqual(['a']);
    expect(store.getState().focus).toEqual({ widget: 'a', outlet: 0 });
    machine.pointerUp(input(50, 20));
    expect(machine.state).toBe('idle');
    machine.pointerDown(input(700, 600));
    machine.pointerUp(input(700, 600));
    expect(canvas.selected.size).toBe(0);
    expect(calls()).toBe(0);
  });

  it('extends the selection with Shift, and takes a selected widget out again', () => {
    const { machine, input, canvas } = setUp();
    for (const x of [50, 450]) {
      machine.pointerDown(input(x, 20, { shiftKey: true }));
      machine.pointerUp(input(x, 20, { shiftKey: true }));
    }
    expect([...canvas.selected]).toEqual(['a', 'c']);
    machine.pointerDown(input(50, 20, { shiftKey: true }));
    machine.pointerUp(input(50, 20, { shiftKey: true }));
    expect([...canvas.selected]).toEqual(['c']);
  });

  it('offers widgets to add when a free jack is clicked', () => {
    const { machine, input, editing } = setUp();
    machine.pointerDown(input(180, 85));
    machine.pointerUp(input(180, 85));
    expect(editing.onOutlet).toHaveBeenCalledExactlyOnceWith({ widget: 'a', outlet: 'failed' });
  });

  it('leaves other buttons, the space bar and controls alone', () => {
    const { machine, input, canvas } = setUp();
    machine.pointerDown(input(50, 20, { button: 1 }));
    expect(machine.state).toBe('idle');
    machine.pointerDown(input(50, 20, { target: onTool }));
    expect(machine.state).toBe('idle');
    canvas.isSpaceDown = true;
    machine.pointerDown(input(50, 20));
    expect(machine.state).toBe('idle');
  });

  it('does not become a drag of widgets where nothing may be changed', () => {
    const { machine, input, drag, canvas } = setUp(false);
    drag([50, 20], [150, 20]);
    expect(machine.state).toBe('pointing');
    machine.pointerUp(input(150, 20));
    expect(machine.state).toBe('idle');
    expect([...canvas.selected]).toEqual(['a']);
  });
});

describe('translating widgets', () => {
  it('reports the new positions once, when it finishes', () => {
    const { machine, input, drag, editing, store } = setUp();
    drag([50, 20], [150, 620]);
    machine.pointerMove(input(153, 622));
    expect(editing.onMove).not.toHaveBeenCalled();
    machine.pointerUp(input(153, 622));
    expect(editing.onMove).toHaveBeenCalledExactlyOnceWith(new Map([['a', { x: 100, y: 600 }]]));
    expect(machine.state).toBe('idle');
    expect(store.getState().gesture).toBeNull();
  });

  it('keeps the same movement object while the snapped position is the same', () => {
    const { machine, input, drag, store } = setUp();
    const delta = () => {
      const { gesture } = store.getState();
      return gesture?.kind === 'translating' ? gesture.delta : null;
    };
    drag([50, 20], [150, 620]);
    const before = delta();
    machine.pointerMove(input(152, 621));
    expect(delta()).toBe(before);
  });

  it('drags the whole selection, and copies it with Alt', () => {
    const { machine, input, drag, editing, canvas } = setUp();
    canvas.selected = new Set(['a', 'c']);
    drag([50, 20], [50, 520], { altKey: true });
    machine.pointerUp(input(50, 520, { altKey: true }));
    expect(editing.onMove).not.toHaveBeenCalled();
    const [positions] = editing.onDuplicate.mock.calls[0] ?? [];
    expect([...(positions?.keys() ?? [])]).toEqual(['a', 'c']);
  });

  it('changes nothing when Escape cancels it, and the release after it is no click', () => {
    const { machine, input, drag, store, calls } = setUp();
    drag([50, 20], [150, 620]);
    expect(machine.escape()).toBe(true);
    expect(machine.state).toBe('idle');
    expect(store.getState().gesture).toBeNull();
    expect(store.getState().announcement).not.toBe('');
    machine.pointerUp(input(150, 620));
    expect(calls()).toBe(0);
  });

  it('changes nothing when the pointer is lost', () => {
    const { machine, drag, store, calls } = setUp();
    drag([50, 20], [150, 620]);
    machine.pointerCancel({ pointerId: 1 });
    expect(machine.state).toBe('idle');
    expect(store.getState().gesture).toBeNull();
    expect(calls()).toBe(0);
  });

  it('belongs to its pointer: a second one does not disturb it', () => {
    const { machine, input, drag, editing } = setUp();
    drag([50, 20], [150, 620]);
    machine.pointerDown(input(700, 600, { pointerId: 2 }));
    machine.pointerMove(input(720, 640, { pointerId: 2 }));
    machine.pointerUp(input(720, 640, { pointerId: 2 }));
    expect(machine.state).toBe('translatingWidgets');
    machine.pointerUp(input(150, 620));
    expect(editing.onMove).toHaveBeenCalledOnce();
  });
});

describe('connecting a cord', () => {
  it('connects to the widget on which it is dropped', () => {
    const { machine, input, drag, editing, store } = setUp();
    drag([180, 85], [450, 40]);
    expect(machine.state).toBe('connectingCord');
    expect(store.getState().gesture).toMatchObject({ kind: 'connecting', target: 'c' });
    machine.pointerUp(input(450, 40));
    expect(editing.onConnect).toHaveBeenCalledExactlyOnceWith({ widget: 'a', outlet: 'failed' }, 'c');
  });

  it('offers widgets to add on empty canvas', () => {
    const { machine, input, drag, editing } = setUp();
    drag([180, 85], [700, 600]);
    machine.pointerUp(input(700, 600));
    expect(editing.onConnect).not.toHaveBeenCalled();
    expect(editing.onQuickAdd).toHaveBeenCalledOnce();
  });

  it('connects nothing when Escape cancels it', () => {
    const { machine, input, drag, calls } = setUp();
    drag([180, 85], [450, 40]);
    expect(machine.escape()).toBe(true);
    machine.pointerUp(input(450, 40));
    expect(calls()).toBe(0);
  });
});

describe('selecting by frame', () => {
  it('selects what the frame touches, also where nothing may be changed', () => {
    const { machine, input, drag, canvas } = setUp(false);
    drag([700, 600], [200, 50]);
    expect(machine.state).toBe('selectingByFrame');
    machine.pointerUp(input(200, 50));
    expect([...canvas.selected].sort()).toEqual(['a', 'b', 'c']);
  });

  it('adds to the selection with Shift, and leaves it as it is on Escape', () => {
    const { machine, input, drag, canvas } = setUp();
    canvas.selected = new Set(['b']);
    drag([700, 200], [500, 50], { shiftKey: true });
    machine.pointerUp(input(500, 50, { shiftKey: true }));
    expect([...canvas.selected]).toEqual(['b', 'c']);
    drag([700, 200], [100, 50]);
    machine.escape();
    machine.pointerUp(input(100, 50));
    expect([...canvas.selected]).toEqual(['b', 'c']);
  });
});

describe('panning', () => {
  it('is what one finger does beside cards', () => {
    const { machine, input, drag, panBy } = setUp();
    const touch = { pointerType: 'touch' };
    drag([700, 600], [710, 590], touch);
    expect(machine.state).toBe('panning');
    machine.pointerMove(input(715, 590, touch));
    expect(panBy.mock.calls).toEqual([[{ x: 10, y: -10 }], [{ x: 5, y: 0 }]]);
    machine.pointerUp(input(715, 590, touch));
    expect(machine.state).toBe('idle');
  });

  it('is not cancelled by Escape, and ends when the pointer is lost', () => {
    const { machine, drag } = setUp();
    drag([700, 600], [710, 590], { pointerType: 'touch' });
    expect(machine.escape()).toBe(false);
    expect(machine.state).toBe('panning');
    machine.pointerCancel({ pointerId: 1 });
    expect(machine.state).toBe('idle');
  });
});

describe('auto-pan', () => {
  const frames: FrameRequestCallback[] = [];
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
    vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    frames.splice(0);
  });
  const runFrame = () => {
    for (const callback of frames.splice(0)) callback(0);
  };

  it('takes the viewport along in each frame while a drag is near the edge', () => {
    const { drag, panBy } = setUp();
    drag([50, 20], [990, 400]);
    runFrame();
    runFrame();
    expect(panBy.mock.calls).toEqual([[{ x: -10, y: 0 }], [{ x: -10, y: 0 }]]);
  });

  it('stops away from the edge and when the drag ends', () => {
    const { machine, input, drag, panBy } = setUp();
    drag([50, 20], [990, 400]);
    machine.pointerMove(input(500, 400));
    runFrame();
    machine.pointerMove(input(990, 400));
    machine.pointerUp(input(990, 400));
    runFrame();
    expect(panBy).not.toHaveBeenCalled();
  });
});

describe('dragging from the library', () => {
  const onCord = (): [number, number] => {
    const row = routes.get('a sent')?.segments;
    return row?.length === 1 ? [row[0] ?? 0, 200] : [row?.[0] ?? 60, 110];
  };

  it('marks the cord under the pointer, and inserts the widget there on drop', () => {
    const { machine, store, editing } = setUp();
    const over = dragOf(...onCord());
    machine.dragOver(over);
    expect(over.preventDefault).toHaveBeenCalled();
    expect(over.dataTransfer.dropEffect).toBe('copy');
    expect(machine.state).toBe('draggingFromLibrary');
    expect(store.getState().dropCord).toBe('a sent');
    machine.drop(dragOf(...onCord()));
    expect(machine.state).toBe('idle');
    expect(store.getState().dropCord).toBeNull();
    const [type, , cord] = editing.onDropWidget.mock.calls[0] ?? [];
    expect([type, cord]).toEqual(['split-based-on', { widget: 'a', outlet: 'sent' }]);
  });

  it('changes nothing when the pointer leaves, or where nothing may be changed', () => {
    const { machine, store, calls } = setUp();
    machine.dragOver(dragOf(...onCord()));
    machine.dragLeave();
    expect(machine.state).toBe('idle');
    expect(store.getState().dropCord).toBeNull();
    expect(calls()).toBe(0);
    const readOnly = setUp(false);
    const over = dragOf(...onCord());
    readOnly.machine.dragOver(over);
    expect(readOnly.machine.state).toBe('idle');
    expect(over.preventDefault).not.toHaveBeenCalled();
  });

  it('ends with the next pointer event when the drag ended elsewhere', () => {
    const { machine, input, store } = setUp();
    machine.dragOver(dragOf(...onCord()));
    machine.pointerMove(input(450, 20));
    expect(machine.state).toBe('idle');
    expect(store.getState()).toMatchObject({ dropCord: null, hover: { kind: 'widget', id: 'c' } });
  });
});

describe('idle', () => {
  it('hovers what is under the pointer until the pointer leaves', () => {
    const { machine, input, store } = setUp();
    machine.pointerMove(input(450, 20));
    expect(store.getState().hover).toEqual({ kind: 'widget', id: 'c' });
    machine.pointerMove(input(450, 20, { target: onTool }));
    expect(store.getState().hover).toEqual({ kind: 'widget', id: 'c' });
    machine.pointerLeave();
    expect(store.getState().hover).toBeNull();
  });

  it('opens a widget on double click, names it on its name, and offers widgets on empty canvas', () => {
    const { context, editing, store } = setUp();
    const name = document.createElement('span');
    name.className = 'nm';
    doubleClick({ clientX: 50, clientY: 20, target: canvasElement }, context);
    expect(editing.onOpen).toHaveBeenCalledExactlyOnceWith('a');
    doubleClick({ clientX: 50, clientY: 20, target: name }, context);
    expect(store.getState().namedWidget).toBe('a');
    doubleClick({ clientX: 700, clientY: 600, target: canvasElement }, context);
    expect(editing.onQuickAdd).toHaveBeenCalledExactlyOnceWith(null, { x: 700, y: 600 }, { x: 700, y: 600 });
    doubleClick({ clientX: 700, clientY: 600, target: onTool }, context);
    expect(editing.onQuickAdd).toHaveBeenCalledOnce();
  });
});
