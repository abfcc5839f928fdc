/** An HTTP agent with metrics, with propagation of the trace context, and with what each request says of itself. */

import type { Span } from '@opentelemetry/api';
import { Agent, DecoratorHandler, type Dispatcher } from 'undici';
import { version } from '../checkout.ts';
import { outboundSeconds } from '../metrics.ts';
import { markFailed, startClientSpan } from '../tracing.ts';

export class InstrumentedAgent extends Agent {
  override dispatch(options: Agent.DispatchOptions, handler: Handler): boolean {
    const { span, headers } = startClientSpan({
      'http.request.method': options.method,
      'server.address': hostOf(options.origin),
    });
    const wanted = withMore(withDefaults(options.headers), headers);
    return super.dispatch({ ...options, headers: wanted }, new MeasuringHandler(handler, span));
  }
}

type Handler = Dispatcher.DispatchHandler;
type Values<K extends 'onResponseStart' | 'onResponseError'> = Parameters<NonNullable<Handler[K]>>;

interface ResponseCallbacks {
  onResponseStart(...values: Values<'onResponseStart'>): void;
  onResponseError(...values: Values<'onResponseError'>): void;
}

/** The library's types name only the callbacks of its former version. */
const PassThroughHandler = DecoratorHandler as unknown as new (handler: Handler) => ResponseCallbacks;

/** Passes everything through, and measures the time until the response begins or fails. */
class MeasuringHandler extends PassThroughHandler {
  readonly #span: Span;
  readonly #stop = outboundSeconds.startTimer();
  #isMeasured = false;

  constructor(handler: Handler, span: Span) {
    super(handler);
    this.#span = span;
  }

  override onResponseStart(...values: Values<'onResponseStart'>): void {
    this.#measure(`${Math.floor(values[1] / 100)}xx`);
    this.#span.setAttribute('http.response.status_code', values[1]);
    this.#span.end();
    super.onResponseStart(...values);
  }

  override onResponseError(...values: Values<'onResponseError'>): void {
    this.#measure('failed');
    markFailed(this.#span, values[1]);
    this.#span.end();
    super.onResponseError(...values);
  }

  #measure(result: string): void {
    if (this.#isMeasured) return;
    this.#isMeasured = true;
    this.#stop({ result });
  }
}

function hostOf(origin: string | URL | undefined): string {
  return origin === undefined ? '' : (URL.parse(String(origin))?.host ?? '');
}

/** Many servers refuse a request without a name, and encode as they like what is not asked for. */
const defaults = { 'user-agent': `Patchbay/${version}`, 'accept-encoding': 'identity' };

/** The headers, with those that are missing. */
function withDefaults(headers: Dispatcher.DispatchOptions['headers']) {
  const given = withMore(headers, {});
  const names = Array.isArray(given) ? given.filter((_, at) => at % 2 === 0) : Object.keys(given);
  const known = new Set(names.map((name) => String(name).toLowerCase()));
  return withMore(given, Object.fromEntries(Object.entries(defaults).filter(([name]) => !known.has(name))));
}

/** Headers come as an object or as a flat list of names and values. */
function withMore(
  headers: Dispatcher.DispatchOptions['headers'],
  more: Record<string, string>,
): NonNullable<Dispatcher.DispatchOptions['headers']> {
  if (Array.isArray(headers)) return [...headers, ...Object.entries(more).flat()];
  if (headers === undefined || headers === null) return more;
  const entries = Symbol.iterator in headers ? Object.fromEntries(headers) : headers;
  return { ...entries, ...more };
}
