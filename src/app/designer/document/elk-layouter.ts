/** The layouter, in a worker of its own: a thousand widgets take seconds, and the page stays alive. */

import ELK from 'elkjs/lib/elk-api.js';
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker';
import type { Layouter } from '#flow/layout.ts';

/** Begins a worker; `stop` ends it. */
export function startLayouter(): Layouter & { stop(): void } {
  const elk = new ELK({ workerFactory: () => new ElkWorker() });
  return {
    layout: (graph) => elk.layout(graph),
    stop: () => elk.terminateWorker(),
  };
}
