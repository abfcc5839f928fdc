/** The page from its sources, rebuilt as they change: for those who work on Patchbay. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Gives what answers a request for any file or address of the page. Ends with the server. */
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
