/**
 * What floats above the page, loaded with the first movement of pointer, finger or key: until then nothing can have
 * opened it (docs/decisions/077).
 */

import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { hasMoved } from '../moved-pointer.ts';
import { lateComponent } from '../states/late-component.tsx';

const overlays: { load(): Promise<unknown> }[] = [];

/** An overlay that is loaded with the others. */
export function lateOverlay<Props extends object>(importPart: () => Promise<ComponentType<Props>>) {
  const overlay = lateComponent(importPart);
  overlays.push(overlay);
  return overlay;
}

/** Loads all of them, and never fails: one that cannot be loaded is asked for again when it is opened. */
export async function loadOverlays(): Promise<void> {
  await Promise.allSettled(overlays.map((each) => each.load()));
}

const firstUse = ['pointermove', 'pointerdown', 'keydown'] as const;

function onFirstUse(event: Event): void {
  if (event.type === 'pointermove' && event instanceof PointerEvent && !hasMoved(event)) return;
  for (const name of firstUse) removeEventListener(name, onFirstUse);
  void loadOverlays();
}

/** Called once, when the page is mounted. */
export function loadOverlaysOnFirstUse(): void {
  for (const name of firstUse) addEventListener(name, onFirstUse, { passive: true });
}

type LateOverlayProps = {
  isOpen: boolean;
  /** Called when it cannot be loaded. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
};

/** Mounts an overlay when it is first opened. It stays mounted: what closes it may be animated. */
export function LateOverlay({ isOpen, onClose, children }: LateOverlayProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!isOpen && !wasOpen) return null;
  return (
    <CatchBoundary getResetKey={() => String(isOpen)} errorComponent={() => <Closed onClose={onClose} />}>
      <Suspense fallback={null}>{children}</Suspense>
    </CatchBoundary>
  );
}

function Closed({ onClose }: Pick<LateOverlayProps, 'onClose'>) {
  useEffect(() => onClose?.(), [onClose]);
  return null;
}
