/** Routes of what a call that is tried on the page sounds like: /v1/Carrier/Speech, /v1/Carrier/PlayedAudio. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/messaging/speech-operations.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchPlayed, speak } from './service.ts';

/** Four bytes of each character of the longest text, percent-encoded. */
const smallBody = { bodyLimit: 64 * 1024, config: { maxFormFields: 20 } };

/** No document and nothing that a browser would show: the page decodes it. */
const soundType = 'application/octet-stream';

/** The responses keep the header that nothing is cached: the page has what it heard, the server what it made. */
export function speechRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(
    app,
    operations.createSpeech,
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
    operations.fetchPlayedAudio,
    async ({ caller, form, reply }) => {
      const sound = await fetchPlayed(ctx, caller, form.Url);
      if (sound === null) return reply.code(204).send();
      return reply.type(soundType).send(sound);
    },
    smallBody,
  );
}
