/** /docs: the description of the API for people, one page that a browser can search, each operation a link. */

import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { openApi } from '#api/openapi.ts';
import { type Answer, type Fields, isJsonText, type Operation } from '#api/operations/operation.ts';
import { operations } from '#api/operations.ts';
import { paths } from '#api/paths.ts';
import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';

const styleAddress = `${paths.docs}/style.css`;

export function apiReferenceRoutes(app: FastifyInstance): void {
  const style = readFileSync(new URL('api-reference.css', import.meta.url), 'utf8');
  const page = pageOf(operations);
  app.get(paths.docs, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  );
  app.get(styleAddress, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(style),
  );
}

function pageOf(all: readonly Operation[]): string {
  const groups = [...new Set(all.map(({ group }) => group))];
  const inGroup = (group: string) => all.filter((each) => each.group === group);
  const { components } = openApi(all, '', '');
  const parts = isObject(components) && isObject(components.schemas) ? components.schemas : {};
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Patchbay</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${styleAddress}">
<script src="/theme.js"></script>
</head>
<body>
<nav aria-label="Operations">
<a href="/">Patchbay</a>
${groups.map((group) => `<h2>${inHtml(group)}</h2>\n<ul>${inGroup(group).map(linkOf).join('')}</ul>`).join('\n')}
<h2><a href="#objects">Objects</a></h2>
</nav>
<main>
<h1>API</h1>
<p>Requests are sent with HTTP Basic authentication: the account SID is the user name, its auth token the password.
Bodies are form-encoded, or JSON objects with the same names. Answers are JSON; times are ISO 8601 in GMT.
For programs the same is at <a href="${paths.openapi}">${paths.openapi}</a>.</p>
${groups.map((group) => `<h2>${inHtml(group)}</h2>\n${inGroup(group).map(sectionOf).join('\n')}`).join('\n')}
<h2 id="objects">Objects</h2>
${Object.entries(parts)
  .map(([name, part]) => objectOf(name, part))
  .join('\n')}
</main>
</body>
</html>
`;
}

const linkOf = ({ id, summary }: Operation) => `<li><a href="#${id}">${inHtml(summary)}</a></li>`;

const accessTexts: Record<Operation['access'], string> = {
  account: '',
  key: 'With an API key: Authorization: Bearer.',
  anybody: 'Needs no credentials.',
};

function sectionOf({ id, method, path, summary, note, access, ...operation }: Operation): string {
  const { params = {}, query = {}, form = {}, answers } = operation;
  const prose = [note, accessTexts[access]].filter(Boolean).map((text) => `<p>${inHtml(String(text))}</p>`);
  return `<section id="${id}">
<h3><a href="#${id}">${inHtml(summary)}</a></h3>
<p class="place"><code><b class="${method}">${method}</b>${inHtml(path)}</code></p>
${prose.join('\n')}
${fieldsOf('In the address', params)}
${fieldsOf('Query', query)}
${fieldsOf('Body', form)}
<h4>Answers</h4>
<table>${Object.entries(answers).map(answerOf).join('')}</table>
</section>`;
}

function fieldsOf(title: string, fields: Fields): string {
  const rows = Object.entries(fields).map(([name, schema]) => {
    const needed = Type.IsOptional(schema) ? '' : ' <span class="needed">required</span>';
    return `<tr><th scope="row"><code>${inHtml(name)}</code>${needed}</th><td>${meaningOf(schema)}</td></tr>`;
  });
  return rows.length === 0 ? '' : `<h4>${title}</h4>\n<table>${rows.join('')}</table>`;
}

function meaningOf(schema: TSchema): string {
  const { description, items } = schema as TSchema & { description?: string; items?: TSchema };
  const said = description ?? (items as { description?: string } | undefined)?.description ?? '';
  const kind = isJsonText(schema) ? 'JSON' : kindOf(JSON.parse(JSON.stringify(schema)) as Json);
  return [inHtml(said), kind].filter(Boolean).join(' · ');
}

function answerOf([status, { text, schema }]: [string, Answer]): string {
  const title = schema !== undefined && 'title' in schema ? String(schema.title) : null;
  const link = title === null ? '' : ` <a href="#${title}">${title}</a>`;
  return `<tr><th scope="row"><code>${status}</code></th><td>${inHtml(text)}${link}</td></tr>`;
}

function objectOf(name: string, part: Json | undefined): string {
  const fields = isObject(part) && isObject(part.properties) ? part.properties : {};
  const rows = Object.entries(fields).map(([field, schema]) => {
    const said =
      isObject(schema) && typeof schema.description === 'string' ? `${inHtml(schema.description)} · ` : '';
    return `<tr><th scope="row"><code>${inHtml(field)}</code></th><td>${said}${kindOf(schema ?? null)}</td></tr>`;
  });
  return `<section id="${name}">\n<h3><a href="#${name}">${name}</a></h3>\n<table>${rows.join('')}</table>\n</section>`;
}

/** What kind of value a schema describes, in words; parts of the document are links. */
function kindOf(schema: Json): string {
  if (!isObject(schema)) return '';
  const { $ref, anyOf, items, title } = schema;
  const choices: Json | undefined = schema.enum;
  if (typeof $ref === 'string') return partLink($ref.slice($ref.lastIndexOf('/') + 1));
  if (typeof title === 'string') return partLink(title);
  if (Array.isArray(anyOf)) return anyOf.map(kindOf).filter(Boolean).join(' or ');
  if (Array.isArray(choices)) return choices.map((each) => `<code>${inHtml(String(each))}</code>`).join(', ');
  if (items !== undefined) return `list of ${kindOf(items) || 'any value'}`;
  return plainKindOf(schema);
}

const partLink = (name: string) => `<a href="#${name}">${inHtml(name)}</a>`;

function plainKindOf({ type, format, minimum, maximum }: JsonObject): string {
  if (format === 'date-time') return 'date and time';
  if (format === 'uri') return 'URL';
  if (typeof type !== 'string') return 'any value';
  const range = [minimum !== undefined && `from ${minimum}`, maximum !== undefined && `to ${maximum}`];
  return [type === 'string' ? 'text' : type, ...range.filter(Boolean)].join(' ');
}

function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
