/** What a client can read about this service: RFC 7643, 5 to 7. */

import { paths } from '#api/paths.ts';
import { scimUrns } from '#api/scim/schemas.ts';

export function serviceProviderConfig(base: string) {
  const unsupported = { supported: false };
  return {
    schemas: [scimUrns.serviceProviderConfig],
    patch: { supported: true },
    bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: unsupported,
    sort: unsupported,
    etag: unsupported,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The SCIM token of the identity provider.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: base + paths.scimConfig },
  };
}

export function resourceTypes(base: string) {
  return [
    { name: 'User', endpoint: '/Users', schema: scimUrns.user },
    { name: 'Group', endpoint: '/Groups', schema: scimUrns.group },
  ].map((each) => ({
    schemas: [scimUrns.resourceType],
    id: each.name,
    ...each,
    meta: { resourceType: 'ResourceType', location: `${base}${paths.scimResourceTypes}/${each.name}` },
  }));
}

const attribute = (
  name: string,
  more: Partial<ReturnType<typeof defaults>> & { subAttributes?: object[] } = {},
) => ({
  name,
  ...defaults(),
  ...more,
});

const defaults = () => ({
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
});

const references = (mutability: string) => [
  attribute('value', { caseExact: true, mutability }),
  attribute('display', { mutability: 'readOnly' }),
];

export function schemaDescriptions(base: string) {
  return [
    {
      id: scimUrns.user,
      name: 'User',
      description: 'A person',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('displayName'),
        attribute('name', {
          type: 'complex',
          subAttributes: ['formatted', 'givenName', 'familyName'].map((each) => attribute(each)),
        }),
        attribute('active', { type: 'boolean' }),
        attribute('emails', {
          type: 'complex',
          multiValued: true,
          subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
        }),
        attribute('groups', {
          type: 'complex',
          multiValued: true,
          mutability: 'readOnly',
          subAttributes: references('readOnly'),
        }),
      ],
    },
    {
      id: scimUrns.group,
      name: 'Group',
      description: 'A group of people',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        attribute('members', {
          type: 'complex',
          multiValued: true,
          subAttributes: references('immutable'),
        }),
      ],
    },
  ].map((each) => ({
    schemas: [scimUrns.schema],
    ...each,
    meta: { resourceType: 'Schema', location: `${base}${paths.scimSchemas}/${each.id}` },
  }));
}
