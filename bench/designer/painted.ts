/** Tells the measuring script when a page stands: after the frame in which its last element was painted. */

declare global {
  interface Window {
    paintedAt?: number;
  }
}

export function reportPainted(isReady: () => boolean): void {
  requestAnimationFrame(() => {
    if (!isReady()) return reportPainted(isReady);
    // A message is handled after the frame that is being made now has been drawn.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      window.paintedAt = performance.now();
    };
    port2.postMessage(null);
  });
}
