/** Users and groups as SCIM shows them. */

import { paths } from '#api/paths.ts';
import { type ScimGroupResource, type ScimUserResource, scimUrns } from '#api/scim/schemas.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import type { ScimGroup } from './groups-service.ts';
import { namesOf, type ScimUser } from './users-service.ts';

export function presentUser(base: string, user: ScimUser): ScimUserResource {
  const { displayName, ...name } = namesOf(user);
  return {
    schemas: [scimUrns.user],
    id: user.person,
    ...(user.external_id !== null && { externalId: user.external_id }),
    userName: user.user_name,
    ...(displayName !== undefined && { displayName }),
    ...(Object.keys(name).length > 0 && { name }),
    active: user.blocked_at === null,
    emails: [{ value: user.email ?? user.address, type: 'work', primary: true }],
    groups: user.groups.map(({ sid, name: display }) => ({ value: sid, display })),
    meta: {
      resourceType: 'User',
      created: dateTime(user.created_at),
      lastModified: dateTime(user.changed_at),
      location: base + paths.scimUser(user.person),
    },
  };
}

export function presentGroup(base: string, group: ScimGroup): ScimGroupResource {
  return {
    schemas: [scimUrns.group],
    id: group.sid,
    ...(group.external_id !== null && { externalId: group.external_id }),
    displayName: group.name,
    ...(group.members !== undefined && {
      members: group.members.map(({ person, email }) => ({ value: person, display: email })),
    }),
    meta: {
      resourceType: 'Group',
      created: dateTime(group.created_at),
      location: base + paths.scimGroup(group.sid),
    },
  };
}
