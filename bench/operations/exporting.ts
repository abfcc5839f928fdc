/**
 * Preloaded into a server (`node --import`): what an SDK for Node does there. Spans go by OTLP/HTTP in JSON to
 * OTEL_EXPORTER_OTLP_ENDPOINT, in the batches and with the queue that the specification has as its defaults, and the metrics of the
 * server are read each second, as Prometheus would do it some fifteen times as seldom.
 */

import { Agent, request } from 'node:http';
import { isMainThread } from 'node:worker_threads';
import { context, propagation, type SpanContext, trace } from '@opentelemetry/api';
import {
  type ExportResult,
  ExportResultCode,
  hrTimeToNanoseconds,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import { LocalContext } from '#server/testing/local-context.ts';

const readEveryMs = 1_000;
const agent = new Agent({ keepAlive: true });

function post(url: string, body: string, done: (isReceived: boolean) => void): void {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const sent = request(url, { method: 'POST', agent, headers }, (response) => {
    response.resume().once('end', () => done(response.statusCode === 200));
  });
  sent.once('error', () => done(false));
  sent.end(body);
}

function attributesOf({ attributes }: { attributes: ReadableSpan['attributes'] }) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: String(value) },
  }));
}

const idsOf = ({ traceId, spanId }: SpanContext) => ({ traceId, spanId });

function spanJson(span: ReadableSpan) {
  return {
    ...idsOf(span.spanContext()),
    parentSpanId: span.parentSpanContext?.spanId,
    ...{ name: span.name, kind: span.kind + 1, attributes: attributesOf(span) },
    startTimeUnixNano: String(hrTimeToNanoseconds(span.startTime)),
    endTimeUnixNano: String(hrTimeToNanoseconds(span.endTime)),
    status: { code: span.status.code },
  };
}

/** https://opentelemetry.io/docs/specs/otlp/#otlphttp */
class OtlpExporter {
  readonly #url = `${process.env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`;
  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'patchbay' } }] };
    const scopeSpans = [{ scope: { name: 'patchbay' }, spans: spans.map(spanJson) }];
    post(this.#url, JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }), (isReceived) =>
      done({ code: isReceived ? ExportResultCode.SUCCESS : ExportResultCode.FAILED }),
    );
  }
  shutdown = async () => {};
}

if (isMainThread) {
  context.setGlobalContextManager(new LocalContext());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter: new OtlpExporter() })] }),
  );
  const metrics = `http://127.0.0.1:${process.env.PORT}/metrics`;
  // Until the server listens there is nothing to read.
  setInterval(
    () =>
      request(metrics, { agent }, (response) => response.resume())
        .once('error', () => {})
        .end(),
    readEveryMs,
  ).unref();
}
