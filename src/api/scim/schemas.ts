/** Resources, bodies and errors of SCIM 2.0 (RFC 7643, 7644), as far as they are served. */

import { type Static, type TSchema, Type } from 'typebox';
import { type ResponseSpec, resource, sid } from '../operation/operation.ts';

export const scimMediaType = 'application/scim+json';

const core = 'urn:ietf:params:scim:schemas:core:2.0';
const messages = 'urn:ietf:params:scim:api:messages:2.0';

/** URNs of schemas and messages. */
export const scimUrns = {
  user: `${core}:User`,
  group: `${core}:Group`,
  resourceType: `${core}:ResourceType`,
  schema: `${core}:Schema`,
  serviceProviderConfig: `${core}:ServiceProviderConfig`,
  list: `${messages}:ListResponse`,
  patch: `${messages}:PatchOp`,
  error: `${messages}:Error`,
} as const;

/** RFC 7644, 3.12: those that occur. */
export type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'tooMany'
  | 'uniqueness';

const schemas = Type.Array(Type.String(), { maxItems: 20 });

export const scimErrorSchema = resource('ScimError', {
  schemas,
  status: Type.String({ description: 'The status, as a text.' }),
  scimType: Type.Optional(Type.String()),
  detail: Type.String(),
});

export type ScimErrorBody = Static<typeof scimErrorSchema>;

const errorTexts = {
  400: 'The request is invalid: `scimType` and `detail` say how.',
  401: 'The token is missing, unknown or removed.',
  403: 'These credentials are no SCIM token.',
  404: 'The provider has pushed no such resource.',
  409: 'Another one has that name or address, or it is about the last owner.',
  429: 'Too many requests; Retry-After says when to retry.',
} as const;

/** Error responses for `responses`. Those of every operation are added by `openapi.ts`. */
export function scimErrors(...statuses: (keyof typeof errorTexts)[]): {
  readonly [status: number]: ResponseSpec;
} {
  return Object.fromEntries(
    statuses.map((status) => [status, scimResponse(errorTexts[status], scimErrorSchema)]),
  );
}

export const scimResponse = <const S extends TSchema>(text: string, schema: S) => ({
  text,
  schema,
  type: scimMediaType,
});

const meta = Type.Object(
  {
    resourceType: Type.String(),
    created: Type.Optional(Type.String({ format: 'date-time' })),
    lastModified: Type.Optional(Type.String({ format: 'date-time' })),
    location: Type.String({ format: 'uri' }),
  },
  { additionalProperties: false },
);

const reference = Type.Object(
  { value: Type.String(), display: Type.Optional(Type.String()) },
  { additionalProperties: false },
);

export const scimUserSchema = resource('ScimUser', {
  schemas,
  id: sid('US'),
  externalId: Type.Optional(Type.String()),
  userName: Type.String({ description: 'The email address of the person.' }),
  displayName: Type.Optional(Type.String()),
  name: Type.Optional(
    Type.Object(
      {
        formatted: Type.Optional(Type.String()),
        givenName: Type.Optional(Type.String()),
        familyName: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
  ),
  active: Type.Boolean(),
  emails: Type.Array(
    Type.Object(
      { value: Type.String(), type: Type.String(), primary: Type.Boolean() },
      { additionalProperties: false },
    ),
  ),
  groups: Type.Array(reference, { description: 'Of this provider.' }),
  meta,
});

export type ScimUserResource = Static<typeof scimUserSchema>;

export const scimGroupSchema = resource('ScimGroup', {
  schemas,
  id: sid('GR'),
  externalId: Type.Optional(Type.String()),
  displayName: Type.String(),
  members: Type.Optional(Type.Array(reference)),
  meta,
});

export type ScimGroupResource = Static<typeof scimGroupSchema>;

/** A page of resources (RFC 7644, 3.4.2). */
export const listOf = <const S extends TSchema>(title: string, item: S) =>
  resource(title, {
    schemas,
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(item),
  });

/** Attributes that are not served are accepted and not kept: each provider sends some. */
export const scimUserBody = Type.Object({
  schemas: Type.Optional(schemas),
  userName: Type.String({ description: 'An email address, by which the person signs in.' }),
  externalId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  displayName: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  active: Type.Optional(Type.Union([Type.Boolean(), Type.String()], { description: 'A text, too.' })),
});

/** Members that a group has at most. */
export const maxScimMembers = 5_000;

export const scimGroupBody = Type.Object({
  schemas: Type.Optional(schemas),
  displayName: Type.String(),
  externalId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  members: Type.Optional(Type.Array(Type.Object({ value: Type.String() }), { maxItems: maxScimMembers })),
});

export const scimPatchBody = Type.Object({
  schemas: Type.Optional(schemas),
  Operations: Type.Array(
    Type.Object({
      op: Type.String({ description: 'add, replace or remove, in any case.' }),
      path: Type.Optional(Type.String({ maxLength: 500 })),
      value: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 1_000 },
  ),
});

export type ScimPatch = Static<typeof scimPatchBody>;

/** What a client reads about the service, its resource types and their schemas: constants of the RFC's own shape. */
export const scimDescriptionSchema = (title: string) =>
  Type.Object({ schemas }, { title, additionalProperties: true });
