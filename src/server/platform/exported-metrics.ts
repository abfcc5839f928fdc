/**
 * The metrics by OpenTelemetry as well, through its API only: an SDK that is loaded into the process sends them. They keep the names
 * that they have at /metrics, so that the same rules and dashboards read them.
 */

import { type Meter, metrics, type Observable } from '@opentelemetry/api';
import { registry } from './metrics.ts';

/** Of a histogram: the API has none that is read when it is asked for. */
const partsOfHistogram = ['bucket', 'sum', 'count'];

/** `refresh` updates those that are not counted as things happen. The result ends it. */
export function exportMetrics(refresh: () => Promise<void>): () => void {
  const meter = metrics.getMeter('patchbay');
  const instruments = createInstruments(meter);
  const read: Parameters<Meter['addBatchObservableCallback']>[0] = async (result) => {
    // Without its database a process still says what it counted.
    await refresh().catch(() => {});
    for (const { name, values } of await registry.getMetricsAsJSON())
      for (const value of values) {
        const of = 'metricName' in value ? String(value.metricName) : name;
        const instrument = instruments.get(of);
        if (instrument !== undefined) result.observe(instrument, value.value, value.labels);
      }
  };
  const all = [...instruments.values()];
  meter.addBatchObservableCallback(read, all);
  return () => meter.removeBatchObservableCallback(read, all);
}

function createInstruments(meter: Meter): Map<string, Observable> {
  const instruments = new Map<string, Observable>();
  for (const metric of registry.getMetricsAsArray()) {
    const { name, help: description } = metric;
    // The types of the library call it a number.
    const type = String(metric.type);
    if (type === 'counter') instruments.set(name, meter.createObservableCounter(name, { description }));
    if (type === 'gauge') instruments.set(name, meter.createObservableGauge(name, { description }));
    if (type !== 'histogram') continue;
    for (const part of partsOfHistogram) {
      const partName = `${name}_${part}`;
      // A counter gets `_total` at the end of its name where Prometheus takes it.
      instruments.set(partName, meter.createObservableUpDownCounter(partName, { description }));
    }
  }
  return instruments;
}
