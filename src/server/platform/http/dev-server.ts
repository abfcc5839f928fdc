/** The application from its sources by Vite's middleware, with hot module replacement, for development. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { fileOfCheckout } from '../checkout.ts';

const root = fileOfCheckout('.');

/** Creates the handler for any file or URL of the application. It closes with the server. */
export async function createDevHandler(
  app: FastifyInstance,
): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root,
    appType: 'spa',
    server: {
      middlewareMode: true,
      hmr: { server: app.server },
      watch: { ignored: ['**/data/**', '**/dist/**'] },
    },
  });
  app.addHook('onClose', () => vite.close());
  return (request, response) =>
    vite.middlewares(request, response, () => {
      response.statusCode = 404;
      response.end();
    });
}
