/** The physical limit: positioned elements and one SVG path for all edges, moved by one transform; no framework. */

import './page.css';
import { reportPainted } from './painted.ts';
import { plainGraph } from './plain-graph.ts';

declare global {
  interface Window {
    look?: (x: number, y: number, zoom: number) => void;
  }
}

const { nodes, edges } = plainGraph();
const root = document.getElementById('root') as HTMLElement;
const world = document.createElement('div');
world.className = 'world';
const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
svg.append(path);
world.append(svg);
const places = new Map(nodes.map((node) => [node.id, node]));
for (const node of nodes) {
  const element = document.createElement('div');
  element.className = 'plain';
  element.dataset.id = node.id;
  element.style.transform = `translate(${node.x}px, ${node.y}px)`;
  element.textContent = node.id;
  world.append(element);
}

function drawEdges(): void {
  const parts = edges.map(({ from, outlet, to }) => {
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined) return '';
    const [x, y] = [a.x + (a.width * (outlet + 0.5)) / 3, a.y + a.height];
    const end = b.x + b.width / 2;
    return `M${x} ${y}C${x} ${y + 50} ${end} ${b.y - 50} ${end} ${b.y}`;
  });
  path.setAttribute('d', parts.join(''));
}

let view = { x: 0, y: 0, zoom: 1 };
function place(): void {
  world.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`;
}
window.look = (x, y, zoom) => {
  view = { x, y, zoom };
  place();
};

root.addEventListener(
  'wheel',
  (event) => {
    event.preventDefault();
    if (event.ctrlKey) {
      const zoom = Math.min(2, Math.max(0.04, view.zoom * 2 ** (-event.deltaY * 0.01)));
      const scale = zoom / view.zoom;
      view = {
        x: event.clientX - (event.clientX - view.x) * scale,
        y: event.clientY - (event.clientY - view.y) * scale,
        zoom,
      };
    } else view = { ...view, x: view.x - event.deltaX, y: view.y - event.deltaY };
    place();
  },
  { passive: false },
);
root.addEventListener('pointerdown', (down) => {
  const element = (down.target as HTMLElement).closest<HTMLElement>('.plain');
  const node = places.get(element?.dataset.id ?? '');
  if (element === null || node === undefined) return;
  const [x, y] = [node.x - down.clientX / view.zoom, node.y - down.clientY / view.zoom];
  const move = (event: PointerEvent) => {
    node.x = x + event.clientX / view.zoom;
    node.y = y + event.clientY / view.zoom;
    element.style.transform = `translate(${node.x}px, ${node.y}px)`;
    drawEdges();
  };
  root.addEventListener('pointermove', move);
  root.addEventListener('pointerup', () => root.removeEventListener('pointermove', move), { once: true });
});

const bounds = { width: 25 * 320, height: 200 + 40 * 180 };
const zoom = Math.min(1, (innerWidth - 96) / bounds.width, (innerHeight - 96) / bounds.height);
window.look((innerWidth - bounds.width * zoom) / 2, 48, zoom);
drawEdges();
root.append(world);
reportPainted(() => document.querySelectorAll('.plain').length >= nodes.length);
