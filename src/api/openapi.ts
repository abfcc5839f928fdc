/** Generates the OpenAPI 3.1 document from the operations. */

import { type TSchema, Type } from 'typebox';
import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import { errorResponses } from './email/error.ts';
import { isPersonalKind } from './masking/personal.ts';
import {
  type Fields,
  isJsonText,
  needsConfirmation,
  type Operation,
  type ResponseSpec,
} from './operation/operation.ts';
import { problemResponses } from './operation/problem-responses.ts';
import { scimErrors } from './scim/schemas.ts';

/** `base` is the public URL of the server, without a trailing slash. */
export function openApi(operations: readonly Operation[], base: string, version: string): JsonObject {
  const parts: SchemaComponents = new Map();
  const addresses: Record<string, JsonObject> = {};
  for (const each of operations) {
    addresses[each.path] = { ...addresses[each.path], [each.method.toLowerCase()]: describe(each, parts) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Patchbay',
      version,
      description: 'Flows, their executions, and all that stands around them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: base }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    paths: addresses,
    components: {
      schemas: Object.fromEntries([...parts].map(([name, { body }]) => [name, body])),
      securitySchemes: {
        account: {
          type: 'http',
          scheme: 'basic',
          description:
            'The account SID and its auth token, or the SID and secret of an API key or a personal token.',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'patchbay_session', description: 'The page’s own.' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the email service, or `SK….secret`: an API key or a personal token.',
        },
        scim: { type: 'http', scheme: 'bearer', description: 'The SCIM token of an identity provider.' },
      },
    },
  };
}

const security: Record<Operation['access'], JsonObject[]> = {
  account: [{ account: [] }, { key: [] }, { session: [] }],
  key: [{ key: [] }, { account: [] }, { session: [] }],
  scim: [{ scim: [] }],
  anybody: [],
};

/** Header with which a client of the email API acts for a subaccount. */
const onBehalfOf: JsonObject = {
  name: 'on-behalf-of',
  in: 'header',
  required: false,
  description: 'The username of a subuser, or `account-id` and the SID of a customer account.',
  schema: { type: 'string' },
};

function describe(operation: Operation, parts: SchemaComponents): JsonObject {
  const { id, summary, note, rules, group, access, audit, params = {}, query = {} } = operation;
  const body = bodyOf(operation, parts);
  return {
    operationId: id,
    summary,
    ...((note !== undefined || rules !== undefined) && { description: descriptionOf(note, rules) }),
    tags: [group],
    security: security[access],
    ...permissionsOf(operation),
    ...(audit !== undefined && { 'x-audit': 'none' in audit ? `none: ${audit.none}` : audit.object }),
    parameters: [
      ...parameters('path', params, parts),
      ...parameters('query', query, parts),
      ...(access === 'key' ? [onBehalfOf] : []),
    ],
    ...(body !== null && { requestBody: body }),
    responses: Object.fromEntries(
      Object.entries(responsesOf(operation)).map(([status, response]) => [
        status,
        { description: response.text, ...contentOf(response, parts) },
      ]),
    ),
  };
}

/** What the role of the caller must have, and what a value of a field needs besides. */
function permissionsOf(operation: Operation): JsonObject {
  const { permission, permissionsByValue } = operation;
  if (permission === undefined) return {};
  return {
    'x-permission': permission,
    ...(needsConfirmation(operation) && { 'x-confirmation': true }),
    ...(permissionsByValue !== undefined && { 'x-permissions-by-value': permissionsByValue as JsonObject }),
  };
}

function descriptionOf(note: string | undefined, rules: Operation['rules'] = {}): string {
  const lines = Object.entries(rules).map(([field, rule]) => `\`${field}\`: ${rule}`);
  return [...(note === undefined ? [] : [note]), ...lines].join('\n\n');
}

const errorsOf = {
  account: problemResponses,
  key: errorResponses,
  scim: scimErrors,
  anybody: problemResponses,
};

/**
 * Adds the errors that follow from what an operation is: 400 where a query or a body is read, 404 where the path names a
 * resource, 413 where there is a body, and those of authentication and rate limits. Pages that anybody may call say theirs.
 */
function responsesOf({ access, responses: own, ...operation }: Operation): Record<string, ResponseSpec> {
  const { params, query, form, json } = operation;
  const errors = errorsOf[access];
  const hasBody = form !== undefined || json !== undefined;
  const failure = (text: string): ResponseSpec => ({ ...errors(403)[403], text });
  return {
    ...own,
    ...(access !== 'anybody' && {
      ...((hasBody || query !== undefined) && errors(400)),
      ...(params !== undefined && errors(404)),
      ...errors(401, 403, 429),
    }),
    ...(access === 'key' && errorResponses(500)),
    ...(hasBody && { 413: failure('The body is too large.') }),
    default: failure('Any other failure.'),
  };
}

function parameters(place: 'path' | 'query', fields: Fields, parts: SchemaComponents): JsonObject[] {
  return Object.entries(fields).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !Type.IsOptional(schema),
    ...('description' in schema && { description: String(schema.description) }),
    schema: toPlainJson(schema, parts),
  }));
}

function bodyOf({ form, json }: Operation, parts: SchemaComponents): JsonObject | null {
  if (json !== undefined) {
    return { required: true, content: { 'application/json': { schema: toPlainJson(json, parts) } } };
  }
  if (form === undefined) return null;
  const object = (edit: (schema: TSchema) => Json): JsonObject => {
    const required = Object.keys(form).filter((name) => !isOptional(form, name));
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(Object.entries(form).map(([name, schema]) => [name, edit(schema)])),
    };
  };
  return {
    required: Object.keys(form).some((name) => !isOptional(form, name)),
    content: {
      'application/x-www-form-urlencoded': { schema: object((schema) => toPlainJson(schema, parts)) },
      // In a JSON body, a JSON value may be embedded instead of encoded as text.
      'application/json': {
        schema: object((schema) =>
          isJsonText(schema) && 'description' in schema
            ? { description: String(schema.description) }
            : toPlainJson(schema, parts),
        ),
      },
    },
  };
}

function isOptional(form: Fields, name: string): boolean {
  const schema = form[name];
  return schema === undefined || Type.IsOptional(schema);
}

function contentOf({ schema, type = 'application/json' }: ResponseSpec, parts: SchemaComponents): JsonObject {
  if (schema !== undefined) return { content: { [type]: { schema: toPlainJson(schema, parts) } } };
  return type === 'application/json' ? {} : { content: { [type]: { schema: { type: 'string' } } } };
}

/** Named schemas collected for `components.schemas`, with their source for detecting name clashes. */
type SchemaComponents = Map<string, { source: string; body: JsonObject }>;

/** The schema as JSON; object schemas with a title become components and are referenced. */
function toPlainJson(schema: TSchema, parts: SchemaComponents): Json {
  return hoistNamedSchemas(JSON.parse(JSON.stringify(schema)) as Json, parts);
}

function hoistNamedSchemas(value: Json, parts: SchemaComponents): Json {
  if (Array.isArray(value)) return value.map((each) => hoistNamedSchemas(each, parts));
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([name]) => name !== 'mismatch' && name !== 'clearable')
    // A property of that name has a schema, and no kind.
    .map(
      ([name, each]) => [name === 'personal' && isPersonalKind(each) ? 'x-personal' : name, each] as const,
    );
  const body: JsonObject = Object.fromEntries(
    entries.map(([name, each]) => [name, hoistNamedSchemas(each as Json, parts)]),
  );
  const { title, type } = value;
  if (typeof title !== 'string' || type !== 'object') return body;
  const source = JSON.stringify(value);
  const known = parts.get(title);
  if (known !== undefined && known.source !== source) {
    throw new Error(`Two schemas of the API are named ${title}.`);
  }
  parts.set(title, { source, body });
  return { $ref: `#/components/schemas/${title}` };
}
