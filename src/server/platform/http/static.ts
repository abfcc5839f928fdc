/** The page: its built files, and index.html for each address that the page itself understands. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { allowCrossOriginReply } from './cors.ts';
import { refuseMethod } from './methods.ts';
import { pathOf } from './paging.ts';

/** Where the build puts the page. */
export const builtAppFolder = fileURLToPath(new URL('../../../../dist/app', import.meta.url));

/** Addresses below these are never the page's. */
const foreign = ['/v1', '/v2', '/v3', '/session', '/schemas', '/errors', '/healthz', '/readyz', '/assets'];

/** Serves the page, and answers everything that no route knows. During development the page comes from its sources. */
export async function serveApp(app: FastifyInstance, ctx: ServiceContext, folder: string): Promise<void> {
  const page = ctx.config.dev ? await sources(app) : await builtFiles(app, folder);
  app.setNotFoundHandler((request, reply) => {
    allowCrossOriginReply(request, reply);
    refuseMethod(request);
    if (!isForPage(request)) throw notFound();
    return page(request, reply);
  });
}

type Page = (request: FastifyRequest, reply: FastifyReply) => unknown;

async function sources(app: FastifyInstance): Promise<Page> {
  const { serveSources } = await import('./vite.ts');
  const answer = await serveSources(app);
  return (request, reply) => {
    reply.hijack();
    answer(request.raw, reply.raw);
  };
}

async function builtFiles(app: FastifyInstance, folder: string): Promise<Page> {
  if (!existsSync(join(folder, 'index.html'))) return sayNotBuilt;
  await app.register(fastifyStatic, {
    root: folder,
    index: 'index.html',
    dotfiles: 'ignore',
    cacheControl: false,
    // What stands in assets has its content's hash in its name and never changes.
    setHeaders: (reply, path) => {
      const unchanging = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', unchanging ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (request, reply) => {
    if (!asksForHtml(request)) throw notFound();
    return reply.sendFile('index.html');
  };
}

function sayNotBuilt(_: FastifyRequest, reply: FastifyReply): unknown {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The page has not been built yet: run npm start, or npm run build.\n');
}

function isForPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request).replace(/^\/+/, '/');
  return !foreign.some((each) => path === each || path.startsWith(`${each}/`));
}

function asksForHtml(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}
