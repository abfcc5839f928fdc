/** The email service at /v3: its own callers, limits, bodies and failures, apart from the rest of the server. */

import type { FastifyInstance } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import { refuseMethod } from '../../platform/http/methods.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { admit } from './admission.ts';
import { eventWebhookRoutes } from './event-webhooks.ts';
import { sendEmailFailure } from './failure.ts';
import { groupRoutes } from './groups.ts';
import { readJsonBodies } from './json-body.ts';
import { keyRoutes } from './keys.ts';
import { mailSendRoutes } from './mail-send.ts';
import { parseRoutes } from './parse.ts';
import { policyRoutes } from './policies.ts';
import { root } from './serve.ts';
import { suppressionRoutes } from './suppressions.ts';

type Routes = (app: FastifyInstance, ctx: ServiceContext) => void;

/** One file of routes a line. */
const routes: readonly Routes[] = [
  keyRoutes,
  eventWebhookRoutes,
  policyRoutes,
  parseRoutes,
  suppressionRoutes,
  groupRoutes,
  mailSendRoutes,
];

export async function serveEmailApi(app: FastifyInstance, ctx: ServiceContext): Promise<void> {
  await app.register(
    async (own) => {
      own.setErrorHandler((error, request, reply) => sendEmailFailure(error, request, reply));
      readJsonBodies(own);
      admit(own, ctx);
      for (const each of routes) each(own, ctx);
      // A route and no handler of what is not found: the page's files have a route for every address.
      for (const address of ['/', '/*']) {
        own.all(address, (request) => {
          refuseMethod(request);
          throw notFound();
        });
      }
    },
    { prefix: root },
  );
}
