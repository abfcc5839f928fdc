/** State of one running server, as opposed to state of the process: two servers in one process do not share it. */

import type { ServiceContext } from './service-context.ts';

/**
 * Returns a getter of the value that belongs to a server, created at first use. The value is keyed by the change notifier,
 * of which each server has one, so that a copy of the context with other settings has the same value.
 */
export function perServer<T>(create: (ctx: ServiceContext) => T): (ctx: ServiceContext) => T {
  const values = new WeakMap<ServiceContext['changes'], T>();
  return (ctx) => {
    const { changes } = ctx;
    const value = values.get(changes) ?? create(ctx);
    values.set(changes, value);
    return value;
  };
}
