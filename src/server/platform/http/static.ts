/** Static files of the built application, and index.html for each URL of its client-side router. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileOfCheckout } from '../checkout.ts';
import { notFound } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { rejectUnsupportedMethod } from './allowed-methods.ts';
import { compressReply } from './compression.ts';
import { allowCrossOriginReply } from './cors.ts';
import { readFirstPage } from './first-page.ts';
import { pathOf } from './paging.ts';

/** The output folder of the build. */
export const builtAppFolder = fileOfCheckout('dist/app');

/** URLs below these are never the application's. */
const apiPrefixes = [
  '/v1',
  '/v2',
  '/v3',
  '/session',
  '/schemas',
  '/errors',
  '/healthz',
  '/readyz',
  '/assets',
];

/** Serves the application, and responds where no route matches. */
export async function serveApp(app: FastifyInstance, ctx: ServiceContext, folder: string): Promise<void> {
  const sendApp = ctx.config.devUrl === null ? await serveBuiltFiles(app, folder) : sendFromDevProxy;
  app.setNotFoundHandler((request, reply) => {
    allowCrossOriginReply(request, reply);
    rejectUnsupportedMethod(request);
    if (!isAppRequest(request)) throw notFound();
    return sendApp(request, reply);
  });
}

type AppHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** The proxy in front, of `npm run dev`, has Vite; it takes this header as nginx does. */
function sendFromDevProxy(_: FastifyRequest, reply: FastifyReply): unknown {
  return reply.code(404).header('x-accel-redirect', '/').send();
}

async function serveBuiltFiles(app: FastifyInstance, folder: string): Promise<AppHandler> {
  if (!existsSync(join(folder, 'index.html'))) return sendNotBuilt;
  await app.register(fastifyStatic, {
    root: folder,
    index: 'index.html',
    dotfiles: 'ignore',
    cacheControl: false,
    // By bin/compressed-files.ts, in the build.
    preCompressed: true,
    // What stands in assets has its content's hash in its name and never changes.
    setHeaders: (reply, path) => {
      const isImmutable = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const pageFor = readFirstPage(folder);
  return async (request, reply) => {
    if (!acceptsHtml(request)) throw notFound();
    const page = pageFor(pathOf(request), request.headers.cookie !== undefined);
    if (page === null) return reply.sendFile('index.html');
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    return reply.send(await compressReply(request, reply, page));
  };
}

function sendNotBuilt(_: FastifyRequest, reply: FastifyReply): unknown {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The page has not been built yet: run npm start, or npm run build.\n');
}

function isAppRequest(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request).replace(/^\/+/, '/');
  return !apiPrefixes.some((each) => path === each || path.startsWith(`${each}/`));
}

function acceptsHtml(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}
