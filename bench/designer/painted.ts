/** Signals the benchmark that the page is painted: after the frame of its last element. */

declare global {
  interface Window {
    paintedAt?: number;
  }
}

export function reportPainted(isReady: () => boolean): void {
  requestAnimationFrame(() => {
    if (!isReady()) return reportPainted(isReady);
    // A message is handled after the current frame has been painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      window.paintedAt = performance.now();
    };
    port2.postMessage(null);
  });
}
