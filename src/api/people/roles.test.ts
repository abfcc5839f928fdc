import { describe, expect, it } from 'vitest';
import { operationsIn } from '../operation/operation.ts';
import { operations } from '../operations.ts';
import { isAllowed, mayGive, permissionNames, permissions, roles } from './roles.ts';

describe('the table of roles', () => {
  it('has each permission that an operation needs, and no other', () => {
    const byValue = operations.flatMap(({ permissionsByValue = {} }) =>
      Object.values(permissionsByValue).flatMap((values) => Object.values(values)),
    );
    const needed = operations.flatMap(({ permission }) => (permission === undefined ? [] : [permission]));
    expect([...new Set([...needed, ...byValue])].sort()).toEqual([...permissionNames].sort());
  });

  it('gives the owner all but what providers do, and an admin all but accounts and ways to sign in', () => {
    expect(permissionNames.filter((each) => !isAllowed('owner', each))).toEqual(['scim.write']);
    expect(permissionNames.filter((each) => !isAllowed('admin', each))).toEqual([
      'signin.write',
      'scim.write',
      'accounts.write',
    ]);
  });

  it('gives a publisher what an author may, and everybody what a viewer may', () => {
    for (const each of permissionNames) {
      if (isAllowed('author', each)) expect(permissions[each].roles).toContain('publisher');
      if (isAllowed('viewer', each)) expect(permissions[each].roles).toEqual(roles);
    }
  });

  it('lets a viewer change nothing but themselves', () => {
    const changing = operations.filter(
      ({ method, permission }) =>
        method !== 'GET' && permission !== undefined && isAllowed('viewer', permission),
    );
    const rest = changing.filter(({ permission }) => permission !== 'profile.write').map(({ id }) => id);
    // They store nothing of others; a reveal has a reason and is in the audit log.
    expect(rest.sort()).toEqual([
      'AnnouncePresence',
      'CreateExecutionReveal',
      'ShowMailTemplatePreview',
      'SwitchAccount',
      'UpdateFlowValidate',
    ]);
  });

  it('lets nobody give more than their own role', () => {
    expect(roles.filter((role) => mayGive('publisher', role))).toEqual([
      'viewer',
      'support',
      'author',
      'publisher',
    ]);
  });
});

it('lets no operation be declared without a permission', () => {
  const operation = operationsIn('Examples');
  const example = {
    id: 'Example',
    method: 'GET',
    path: '/v1/Examples',
    summary: 'See',
    responses: {},
  } as const;
  // @ts-expect-error It has no permission.
  operation(example);
  // @ts-expect-error There is no such permission.
  operation({ ...example, permission: 'examples.read' });
  expect(operation({ ...example, permission: 'flows.read' }).permission).toBe('flows.read');
});
