/** The OpenAPI document is whole: everything it refers to is in it, and it says what the routes check. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { openApi } from './openapi.ts';
import { operations } from './operations.ts';

const document = openApi(operations, 'http://flows.test', '1');
const text = JSON.stringify(document);

it('refers to nothing that is not there, and every part is a schema', () => {
  const { schemas } = document.components as { schemas: Record<string, object> };
  const named = new Set([...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, name]) => name));
  expect([...named].filter((name) => schemas[name ?? ''] === undefined)).toEqual([]);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'api', ...document });
  for (const name of Object.keys(schemas)) ajv.compile({ $ref: `api#/components/schemas/${name}` });
});

it('holds what a form asks for: what is required, and JSON as text or as itself', () => {
  const { paths } = document as { paths: Record<string, Record<string, { requestBody: object }>> };
  expect(paths['/v2/Flows']?.post?.requestBody).toMatchObject({
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          required: ['FriendlyName', 'Status', 'Definition'],
          properties: {
            Status: { enum: ['draft', 'published'] },
            Definition: { type: 'string', contentMediaType: 'application/json' },
          },
        },
      },
      'application/json': {
        schema: { properties: { Definition: expect.not.objectContaining({ type: 'string' }) } },
      },
    },
  });
});

it('says of each field what it is of a contact', () => {
  const { schemas } = document.components as { schemas: Record<string, { properties: object }> };
  expect(schemas.Execution?.properties).toMatchObject({
    contact_channel_address: { anyOf: [{ 'x-personal': 'address' }, { type: 'null' }] },
    context: { anyOf: [{ 'x-personal': 'json' }, { type: 'null' }] },
  });
  expect(text).not.toContain('"personal":"');
});

it('says nothing that only the routes understand', () => {
  expect(text).not.toContain('"mismatch"');
});
