/**
 * The React Flow baseline: 1,000 plain memoised nodes with 3 outlets, 1,500 default edges.
 * `?culled` mounts only what is visible, `?parts=background,controls,minimap,toolbar` adds those parts of it.
 */

import 'reactflow/dist/style.css';
import './page.css';
import { memo } from 'react';
import { createRoot } from 'react-dom/client';
import {
  addEdge,
  Background,
  Controls,
  type Edge,
  Handle,
  MiniMap,
  type Node,
  type NodeProps,
  NodeToolbar,
  Position,
  ReactFlow,
  type ReactFlowInstance,
  SelectionMode,
  useEdgesState,
  useNodesState,
} from 'reactflow';
import { reportPainted } from './painted.ts';
import { plainGraph } from './plain-graph.ts';

declare global {
  interface Window {
    flow?: ReactFlowInstance<Node<{ name: string }>>;
  }
}

const options = new URLSearchParams(window.location.search);
const isCulled = options.has('culled');
const parts = (options.get('parts') ?? '').split(',');
const hasToolbar = parts.includes('toolbar');
/** Dragging on empty canvas draws a selection box, as on our canvas; the middle and right buttons pan. */
const panButtons = [1, 2];

const PlainNode = memo(function PlainNode({ data, selected }: NodeProps<Node<{ name: string }>>) {
  return (
    <div className="plain">
      {hasToolbar && <NodeToolbar isVisible={selected}>{data.name}</NodeToolbar>}
      {data.name}
      <Handle type="target" position={Position.Top} />
      <Handle type="source" position={Position.Bottom} id="0" style={{ left: '17%' }} />
      <Handle type="source" position={Position.Bottom} id="1" />
      <Handle type="source" position={Position.Bottom} id="2" style={{ left: '83%' }} />
    </div>
  );
});

const nodeTypes = { plain: PlainNode };
const graph = plainGraph();
const startNodes: Node<{ name: string }>[] = graph.nodes.map(({ id, x, y, width, height }) => ({
  id,
  type: 'plain',
  position: { x, y },
  width,
  height,
  data: { name: id },
}));
const startEdges: Edge[] = graph.edges.map(({ id, from, outlet, to }) => ({
  id,
  source: from,
  sourceHandle: String(outlet),
  target: to,
}));

function Page() {
  const [nodes, , onNodesChange] = useNodesState(startNodes);
  const [edges, setEdges, onEdgesChange] = useEdgesState(startEdges);
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onConnect={(connection) => setEdges((before) => addEdge(connection, before))}
      onlyRenderVisibleElements={isCulled}
      nodeTypes={nodeTypes}
      selectionOnDrag
      selectionMode={SelectionMode.Partial}
      panOnDrag={panButtons}
      minZoom={0.04}
      panOnScroll
      fitView
      onInit={(flow) => {
        window.flow = flow;
      }}
    >
      {parts.includes('background') && <Background />}
      {parts.includes('controls') && <Controls />}
      {parts.includes('minimap') && <MiniMap pannable zoomable />}
    </ReactFlow>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Page />);
const { nodes, edges } = graph;
reportPainted(
  () =>
    document.querySelectorAll('.react-flow__node').length >= nodes.length &&
    document.querySelectorAll('.react-flow__edge').length >= edges.length,
);
