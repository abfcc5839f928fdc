/** Turns with spans of all requests and turns exported to a receiver on this machine and metrics read each second, beside neither. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CostPlan, measureCost } from '../service/cost.ts';

/** Of the turns of a processor without either. */
const leastRatio = 0.97;

export async function measureTelemetry(plan: CostPlan): Promise<boolean> {
  const received = { posts: 0, spans: 0 };
  const receiver = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    received.posts += 1;
    received.spans += text.split('"spanId"').length - 1;
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  try {
    const exporting = `--import ${new URL('./exporting.ts', import.meta.url)}`;
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, NODE_OPTIONS: exporting };
    const [cost] = await measureCost(
      { title: 'traces and metrics', with: environment, without: {}, kinds: ['turns'] },
      plan,
    );
    if (cost === undefined || received.spans === 0) throw new Error('No spans were received.');
    console.log(`received: ${received.spans.toLocaleString('en')} spans in ${received.posts} posts`);
    const [ratio, perSecond] = [cost.ratio, cost.perSecondRatio].map(
      (each) => `${(100 * each).toFixed(1)} %`,
    );
    console.log(`by processor time: ${ratio} of the turns without, bound ${100 * leastRatio} %`);
    console.log(`a second: ${perSecond} of the turns without`);
    return cost.ratio >= leastRatio;
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}
