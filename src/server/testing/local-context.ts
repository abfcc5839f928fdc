/** For tests and benchmarks: the context manager that an SDK of OpenTelemetry for Node brings along. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type ContextManager, ROOT_CONTEXT } from '@opentelemetry/api';

export class LocalContext implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active() {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }
  with<A extends unknown[], F extends (...values: A) => ReturnType<F>>(
    within: Context,
    run: F,
    self?: ThisParameterType<F>,
    ...values: A
  ): ReturnType<F> {
    return this.#storage.run(within, () => run.apply(self, values));
  }
  bind<T>(within: Context, target: T): T {
    if (typeof target !== 'function') return target;
    const run = target as (...values: unknown[]) => unknown;
    return ((...values: unknown[]) => this.#storage.run(within, () => run(...values))) as T;
  }
  enable() {
    return this;
  }
  disable() {
    this.#storage.disable();
    return this;
  }
}
