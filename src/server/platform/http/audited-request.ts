/** Records the operation of a request, where it is audited: who asked, from which address, with which fields. */

import type { FastifyInstance } from 'fastify';
import type { Operation } from '#api/operation/operation.ts';
import { actorOf, unknownActor } from '../audit/event.ts';
import { recordOperation } from '../audit/recording.ts';
import type { Caller, ServiceContext } from '../service-context.ts';

/** The parameters of the path, and the fields of the query, form or body. */
export type RequestFields = {
  params: Readonly<Record<string, unknown>>;
  sent: Readonly<Record<string, unknown>>;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs what serves the operation on behalf of `caller`, null for one that finds out by itself. See `recordOperation`. */
    recordRequest<T>(
      request: { id: string; ip: string },
      operation: Pick<Operation, 'id' | 'audit'>,
      asked: RequestFields & { caller: Caller | null },
      run: () => Promise<T>,
    ): Promise<T>;
  }
}

/** Adds `app.recordRequest`. */
export function decorateRecording(app: FastifyInstance, ctx: ServiceContext): void {
  app.decorate('recordRequest', (request, operation, { caller, params, sent }, run) => {
    const { audit } = operation;
    if (audit === undefined || 'none' in audit) return run();
    return recordOperation(
      ctx,
      {
        ...{ operation, params, sent },
        account: caller?.account ?? '',
        actor: caller === null ? unknownActor : actorOf(caller),
        ...{ address: request.ip, request: request.id },
      },
      run,
    );
  });
}
