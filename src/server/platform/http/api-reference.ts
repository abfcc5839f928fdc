/** /openapi.json, the OpenAPI 3.1 document of all operations, and /docs: the API reference, Swagger UI over it, from files of this server only (docs/decisions/016). */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { openApi } from '#api/openapi.ts';
import { operations } from '#api/operations.ts';
import { paths } from '#api/paths.ts';
import * as described from '#api/system/server-operations.ts';
import { fileOfCheckout, version } from '../checkout.ts';
import type { ServiceContext } from '../service-context.ts';
import { serveOperation } from './operation-route.ts';
import { publicDocument } from './public-document.ts';

const library = 'swagger-ui-dist';

/** Files of the page: those of the library have its version in their URL, so browsers may keep them for ever. */
type Asset = { url: string; file: string; type: string; isImmutable: boolean };

export function apiReferenceRoutes(app: FastifyInstance): void {
  const assets = listAssets();
  const page = renderPage(assets);
  app.get(paths.docs, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  );
  for (const { url, file, type, isImmutable } of Object.values(assets)) {
    app.get(url, async (_, reply) =>
      reply
        .header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
        .type(`${type}; charset=utf-8`)
        .send(await readFile(file)),
    );
  }
}

function listAssets(): Record<'library' | 'libraryStyle' | 'theme' | 'script' | 'style', Asset> {
  const inLibrary = (name: string) => fileURLToPath(import.meta.resolve(`${library}/${name}`));
  const { version } = JSON.parse(readFileSync(inLibrary('package.json'), 'utf8')) as { version: string };
  const ofLibrary = (name: string, type: string): Asset => ({
    url: `${paths.docs}/${version}/${name}`,
    file: inLibrary(name),
    type,
    isImmutable: true,
  });
  const own = (name: string, type: string): Asset => ({
    url: `${paths.docs}/${name}`,
    file: fileOfCheckout(`src/server/platform/http/api-reference/${name}`),
    type,
    isImmutable: false,
  });
  return {
    library: ofLibrary('swagger-ui-bundle.js', 'text/javascript'),
    libraryStyle: ofLibrary('swagger-ui.css', 'text/css'),
    theme: own('theme.js', 'text/javascript'),
    script: own('page.js', 'text/javascript'),
    style: own('page.css', 'text/css'),
  };
}

function renderPage({
  library: bundle,
  libraryStyle,
  theme,
  script,
  style,
}: ReturnType<typeof listAssets>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Patchbay</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${libraryStyle.url}">
<link rel="stylesheet" href="${style.url}">
<script src="${theme.url}"></script>
<script src="${bundle.url}" defer></script>
<script src="${script.url}" type="module"></script>
</head>
<body>
<header class="page-header">
<p><a href="/">Patchbay</a></p>
<h1>API reference</h1>
<p>Programs send HTTP Basic authentication: the account SID is the user name, its auth token the password.
Bodies are form-encoded, or JSON objects with the same names. Responses are JSON; times are ISO 8601 in GMT.
Code generators read the same description from <a href="${paths.openapi}">${paths.openapi}</a>.</p>
<p id="session" role="status"></p>
<h2>Operations</h2>
</header>
<div id="reference"></div>
<noscript><p>This page needs JavaScript. The description itself is at <a href="${paths.openapi}">${paths.openapi}</a>.</p></noscript>
</body>
</html>
`;
}

export function openApiRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  // Described once, when it is asked for first: that takes longer than most of a start.
  let rest: string | null = null;
  const document = publicDocument(ctx, (base) => {
    if (rest === null) {
      const { servers: _, ...others } = openApi(operations, '', version);
      rest = JSON.stringify(others).slice(1);
    }
    return `{"servers":${JSON.stringify([{ url: base }])},${rest}`;
  });
  serveOperation(app, described.fetchOpenApi, ({ request, reply }) => {
    void reply.header('access-control-allow-origin', '*').header('cache-control', 'no-cache');
    void reply.type('application/json; charset=utf-8');
    return document(request);
  });
}
