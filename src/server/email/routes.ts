/** The email service at /v3: its own callers, limits, bodies and failures, apart from the rest of the server. */

import type { FastifyInstance } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { refuseMethod } from '../platform/http/methods.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { eventWebhookRoutes } from './events/routes/webhooks.ts';
import { authenticateRequests } from './http/admission.ts';
import { sendEmailError } from './http/errors.ts';
import { parseJsonBodies } from './http/json-body.ts';
import { emailApiPrefix } from './http/operation-route.ts';
import { keyRoutes } from './keys/routes.ts';
import { parseRoutes } from './parse-settings/routes.ts';
import { sendingRoutes } from './sending/routes.ts';
import { groupRoutes } from './suppressions/groups/routes.ts';
import { suppressionRoutes } from './suppressions/routes.ts';
import { policyRoutes } from './webhook-security/routes.ts';

type Routes = (app: FastifyInstance, ctx: ServiceContext) => void;

/** One file of routes a line. */
const routes: readonly Routes[] = [
  keyRoutes,
  eventWebhookRoutes,
  policyRoutes,
  parseRoutes,
  suppressionRoutes,
  groupRoutes,
  sendingRoutes,
];

export async function registerEmailApi(app: FastifyInstance, ctx: ServiceContext): Promise<void> {
  await app.register(
    async (own) => {
      own.setErrorHandler((error, request, reply) => sendEmailError(error, request, reply));
      parseJsonBodies(own);
      authenticateRequests(own, ctx);
      for (const each of routes) each(own, ctx);
      // A route and no handler of what is not found: the page's files have a route for every address.
      for (const address of ['/', '/*']) {
        own.all(address, (request) => {
          refuseMethod(request);
          throw notFound();
        });
      }
    },
    { prefix: emailApiPrefix },
  );
}
