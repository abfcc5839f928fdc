/** A process that ends between two of its transactions. */

import type { ServiceContext } from '../platform/service-context.ts';

/** The context of one that commits so many more transactions: whatever it writes after these fails. */
export function cutOffAfter(ctx: ServiceContext, commits: number): ServiceContext {
  let left = commits;
  return {
    ...ctx,
    log: ctx.log.child({}, { level: 'silent' }),
    database: {
      ...ctx.database,
      async write(work, sharing) {
        left -= 1;
        if (left < 0) throw new Error('The process has ended.');
        return ctx.database.write(work, sharing);
      },
    },
  };
}
