/**
 * Tracing with OpenTelemetry, through its API only: spans are exported once an SDK is loaded into the process. Attributes
 * name flows and executions, never contacts.
 */

import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const tracer = trace.getTracer('patchbay');

/** Runs `run` in a span of that name. What it throws ends the span as failed and is thrown on. */
export function withSpan<T>(
  name: string,
  attributes: Attributes,
  run: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await run(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Binds `run` to the active span, which becomes the parent of its spans wherever it is called from. */
export function bindActiveSpan<Arguments extends unknown[], Result>(
  run: (...values: Arguments) => Result,
): (...values: Arguments) => Result {
  return context.bind(context.active(), run);
}

/** Begins the span of a request that arrived, and runs `next` in it. Null when nothing is recorded. */
export function startServerSpan(
  headers: Readonly<Record<string, unknown>>,
  attributes: Attributes,
  next: () => void,
): Span | null {
  const caller = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, caller);
  if (!span.isRecording()) {
    next();
    return null;
  }
  context.with(trace.setSpan(caller, span), next);
  return span;
}

/** Begins the span of a request outward; `headers` propagate its trace context. */
export function startClientSpan(attributes: Attributes): { span: Span; headers: Record<string, string> } {
  const span = tracer.startSpan('outbound request', { kind: SpanKind.CLIENT, attributes });
  const headers: Record<string, string> = {};
  if (span.isRecording()) propagation.inject(trace.setSpan(context.active(), span), headers);
  return { span, headers };
}

/** Marks a span as failed by the kind of the error; its message may hold personal data. */
export function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
}
