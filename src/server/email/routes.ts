/** Routes of the email API at /v3: with authentication, rate limits, body parsing and error responses of its own. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notBuiltArea } from '#api/email/not-built.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import { rejectUnsupportedMethod } from '../platform/http/allowed-methods.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { accessSettingRoutes } from './access-settings/routes.ts';
import { accountRoutes } from './account/routes.ts';
import { activityRoutes } from './activity/routes.ts';
import { addressValidationRoutes } from './address-validation/routes.ts';
import { emailAlertRoutes } from './alerts/routes.ts';
import { eventWebhookRoutes } from './events/routes/webhooks.ts';
import { authenticateRequests } from './http/admission.ts';
import { sendEmailError } from './http/errors.ts';
import { parseJsonBodies } from './http/json-body.ts';
import { emailApiPrefix } from './http/operation-route.ts';
import { keyRoutes } from './keys/routes.ts';
import { linkDomainRoutes } from './link-domains/routes.ts';
import { parseSettingRoutes } from './parse-settings/routes.ts';
import { scheduledSendRoutes } from './scheduled-sends/routes.ts';
import { sendingRoutes } from './sending/routes.ts';
import { sendingDomainRoutes } from './sending-domains/routes.ts';
import { sendingSettingRoutes } from './sending-settings/routes.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import { groupRoutes } from './suppressions/groups/routes.ts';
import { suppressionRoutes } from './suppressions/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { verifiedSenderRoutes } from './verified-senders/routes.ts';
import { policyRoutes } from './webhook-security/routes.ts';

type RoutePlugin = (app: FastifyInstance, ctx: ServiceContext) => void;

/** Route plugins, one file a line. */
const routes: readonly RoutePlugin[] = [
  keyRoutes,
  eventWebhookRoutes,
  policyRoutes,
  parseSettingRoutes,
  statisticsRoutes,
  suppressionRoutes,
  groupRoutes,
  templateRoutes,
  scheduledSendRoutes,
  sendingDomainRoutes,
  linkDomainRoutes,
  verifiedSenderRoutes,
  accountRoutes,
  accessSettingRoutes,
  emailAlertRoutes,
  activityRoutes,
  addressValidationRoutes,
  sendingSettingRoutes,
  sendingRoutes,
];

/** Names the area of a path that other servers of this API have; null for other paths. */
function notBuilt({ method, url }: FastifyRequest): Refusal | null {
  const [path = ''] = url.split('?');
  const area = notBuiltArea(method, path.replace(/^\/eu(?=\/)/, ''));
  if (area === null) return null;
  const message = `not found: ${area} is not built here`;
  const help = 'docs/reference/email-operations.md lists what is.';
  return new Refusal('not-found', message, {
    details: { errors: [{ message, field: null, help: { text: help } }] },
  });
}

/** Registers the email API on the server. */
export async function registerEmailApi(app: FastifyInstance, ctx: ServiceContext): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => {
        // Also where a path that is not built looks like one with a parameter.
        const isNotFound = error instanceof Refusal && error.kind === 'not-found';
        const refusal = isNotFound ? notBuilt(request) : null;
        return sendEmailError(refusal ?? error, request, reply);
      });
      parseJsonBodies(scope);
      authenticateRequests(scope, ctx);
      for (const addRoutes of routes) addRoutes(scope, ctx);
      // A catch-all route instead of a not-found handler: the files of the page have a route for every path.
      for (const url of ['/', '/*']) {
        scope.all(url, (request) => {
          const missing = notBuilt(request);
          if (missing === null) rejectUnsupportedMethod(request);
          throw missing ?? notFound();
        });
      }
    },
    { prefix: emailApiPrefix },
  );
}
