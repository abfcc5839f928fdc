/** Auto-pan: a drag near the edge of the canvas takes the viewport along. */

import type { Point } from '#flow/definition.ts';
import type { CanvasSnapshot } from '../canvas-snapshot.ts';
import type { PositionInput } from './gesture-state.ts';

/** Distance from the edge in px within which the viewport pans, and by how many px in a frame. */
const edgeSize = 28;
const panPerFrame = 10;

/** The pan for a pointer, in px; zero away from the edges. */
export function autoPanAt({ clientX, clientY }: PositionInput, { origin, screen }: CanvasSnapshot): Point {
  const along = (at: number, size: number) =>
    at < edgeSize ? panPerFrame : at > size - edgeSize ? -panPerFrame : 0;
  return { x: along(clientX - origin.x, screen.width), y: along(clientY - origin.y, screen.height) };
}
