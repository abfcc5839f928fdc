/** Turns with spans of all requests and turns exported to a receiver on this machine and metrics read each second, beside neither. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CostPlan, measureEmbeddedCost } from '../service/cost.ts';

/** Of the turns of a processor without either. */
const leastRatio = 0.97;

/** By what part of the traces is sampled, as operators set it. */
const samplings: Record<string, Record<string, string>> = {
  'all traces and metrics': {},
  'one trace in ten and metrics': {
    ...{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
  },
};

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
  const exporting = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    NODE_OPTIONS: `--import ${new URL('./exporting.ts', import.meta.url)}`,
  };
  let holds = true;
  try {
    for (const [title, sampling] of Object.entries(samplings)) {
      Object.assign(received, { posts: 0, spans: 0 });
      const environment = { ...exporting, ...sampling };
      const [cost] = await measureEmbeddedCost(
        { title, with: environment, without: {}, kinds: ['turns'] },
        plan,
      );
      if (cost === undefined || received.spans === 0) throw new Error('No spans were received.');
      console.log(`received: ${received.spans.toLocaleString('en')} spans in ${received.posts} posts`);
      const [ratio, perSecond] = [cost.ratio, cost.perSecondRatio].map(
        (each) => `${(100 * each).toFixed(1)} %`,
      );
      console.log(
        `${title}: by processor time ${ratio} of the turns without, bound ${100 * leastRatio} %; a second ${perSecond}\n`,
      );
      holds &&= cost.ratio >= leastRatio;
    }
    return holds;
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}
