/** Routes below /v1/Carriers, /v1/Carrier and /v1/WebhookSecrets: carriers, addresses, messages, calls and their sound, secrets. */

import type { FastifyInstance } from 'fastify';
import { secretParameter } from '#api/messaging/callbacks.ts';
import { createSpeech, fetchPlayedAudio } from '#api/messaging/speech-operations.ts';
import {
  fetchWebhookSecret as fetchWebhookSecretOperation,
  rotateWebhookSecret as rotateWebhookSecretOperation,
  type WebhookSecretResource,
} from '#api/messaging/webhook-secret-operations.ts';
import { paths } from '#api/paths.ts';
import { dateTime } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { addressRoutes } from './addresses/routes.ts';
import { callRoutes } from './calls/routes.ts';
import { carriersRoutes } from './carriers/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { fetchPlayed, speak } from './speech/service.ts';
import { fetchWebhookSecret, rotateWebhookSecret, type WebhookSecret } from './webhook-secrets/service.ts';

export function messagingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  carriersRoutes(app, ctx);
  addressRoutes(app, ctx);
  messageRoutes(app, ctx);
  callRoutes(app, ctx);
  speechRoutes(app, ctx);
  webhookSecretRoutes(app, ctx);
}

/** Four bytes of each character of the longest text, percent-encoded. */
const smallBody = { bodyLimit: 64 * 1024, config: { maxFormFields: 20 } };

/** No document and nothing that a browser would show: the page decodes it. */
const soundType = 'application/octet-stream';

/**
 * What a call that is tried on the page sounds like: /v1/Carrier/Speech, /v1/Carrier/PlayedAudio. The responses keep the
 * header that nothing is cached: the page has what it heard, the server what it made.
 */
function speechRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(
    app,
    createSpeech,
    async ({ caller, form, reply }) => {
      const { Text: text, Voice: voice = '', Language: language = '' } = form;
      const sound = await speak(ctx, caller, { text, voice, language });
      if (sound === null) return reply.code(204).send();
      return reply.type(soundType).send(sound);
    },
    smallBody,
  );

  serveOperation(
    app,
    fetchPlayedAudio,
    async ({ caller, form, reply }) => {
      const sound = await fetchPlayed(ctx, caller, form.Url);
      if (sound === null) return reply.code(204).send();
      return reply.type(soundType).send(sound);
    },
    smallBody,
  );
}

/** The secret in a flow's webhook URL: /v1/WebhookSecrets/{FlowSid}. */
function webhookSecretRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, fetchWebhookSecretOperation, async ({ base, caller, params }) =>
    presentSecret(
      base,
      caller.account,
      params.FlowSid,
      await fetchWebhookSecret(ctx, caller, params.FlowSid),
    ),
  );

  serveOperation(app, rotateWebhookSecretOperation, async ({ base, caller, params }) =>
    presentSecret(
      base,
      caller.account,
      params.FlowSid,
      await rotateWebhookSecret(ctx, caller, params.FlowSid),
    ),
  );
}

function presentSecret(
  base: string,
  account: string,
  flow: string,
  { secret, created_at }: WebhookSecret,
): WebhookSecretResource {
  return {
    account_sid: account,
    flow_sid: flow,
    webhook_url: `${base}${paths.webhook(account, flow)}?${new URLSearchParams({ [secretParameter]: secret })}`,
    date_created: dateTime(created_at),
    url: base + paths.webhookSecret(flow),
  };
}
