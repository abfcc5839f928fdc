/** The ELK layout engine in a web worker: a layout of a thousand widgets takes seconds and must not block the page. */

import ELK from 'elkjs/lib/elk-api.js';
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker';
import type { LayoutEngine } from '#flow/layout/layout.ts';

/** Starts a worker; `stop` terminates it. */
export function startLayouter(): LayoutEngine & { stop(): void } {
  const elk = new ELK({ workerFactory: () => new ElkWorker() });
  return {
    layout: (graph) => elk.layout(graph),
    stop: () => elk.terminateWorker(),
  };
}
