/** An identity provider that pushes: its token, a user and a group, and what they are pushed with. */

import { paths } from '#api/paths.ts';
import { scimUrns } from '#api/scim/schemas.ts';
import { type KnownResources, unknownSid } from './known-resources.ts';

/** Makes them for the account and keeps in `known` what they are called. */
export async function createScimFixtures(
  base: string,
  authorization: string,
  known: KnownResources,
): Promise<void> {
  const post = async (path: string, by: string, body: object) => {
    const headers = { authorization: by, 'content-type': 'application/json' };
    const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${await response.text()}`);
    return response.json();
  };
  const provider = { Name: 'Directory', Issuer: 'http://127.0.0.1:9', ClientId: 'contract' };
  const { sid } = await post(paths.identityProviders, authorization, provider);
  const { token } = await post(paths.scimToken(sid), authorization, {});
  const bearer = `Bearer ${token}`;
  const user = await post(paths.scimUsers, bearer, { userName: 'pushed@example.org' });
  const group = await post(paths.scimGroups, bearer, { displayName: 'Pushed' });
  // Before others of their kind: the tour changes and removes the newest.
  known.learn(JSON.stringify({ sid, user, group }));
  known.values.set('scim authorization', bearer).set('scim user', user.id).set('scim group', group.id);
}

type Wanted = { params?: Record<string, string>; fields?: Record<string, string | object> };

/** Other accounts have no provider, and ask in vain. */
export function scimForms({ values }: KnownResources, name: string): Record<string, Wanted> {
  const user = { params: { Id: values.get('scim user') ?? unknownSid('US') } };
  const group = { params: { Id: values.get('scim group') ?? unknownSid('GR') } };
  const userName = { userName: `${name.replaceAll(/\W/g, '')}@example.org` };
  const operation = { op: 'replace', path: 'externalId', value: name };
  const patch = { fields: { schemas: [scimUrns.patch], Operations: [operation] } };
  return {
    CreateScimUser: { fields: userName },
    FetchScimUser: user,
    ReplaceScimUser: { ...user, fields: { userName: 'pushed@example.org' } },
    PatchScimUser: { ...user, ...patch },
    DeleteScimUser: user,
    CreateScimGroup: { fields: { displayName: `Pushed ${name}` } },
    FetchScimGroup: group,
    ReplaceScimGroup: { ...group, fields: { displayName: 'Pushed' } },
    PatchScimGroup: { ...group, ...patch },
    DeleteScimGroup: group,
  };
}
