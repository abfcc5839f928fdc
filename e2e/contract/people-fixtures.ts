/** An owner, a member, and an invitation that nobody has used, so that the tour finds people to ask for. */

import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { pngFile } from '#server/testing/png-file.ts';
import type { KnownResources } from './known-resources.ts';

const password = 'a quiet lamp at noon';

/** How the invitation of the tour is used. */
export const joining = { Name: 'Ann', Password: password };

/** Makes them for the account and keeps in `known` what they are called. */
export async function createPeopleFixtures(
  base: string,
  authorization: string,
  known: KnownResources,
): Promise<void> {
  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(base + path, { method: 'POST', body: new URLSearchParams(form), headers });
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${await response.text()}`);
    return response.json();
  };
  const invite = async (name: string, Role = 'author') => {
    const form = { Email: `${name}@example.org`, Role };
    const invitation = await post(paths.invitations, form, { authorization });
    known.learn(JSON.stringify(invitation));
    return new URL(invitation.link).hash.slice(1);
  };
  await post(paths.personLinkUse, { Token: await invite('owner', 'owner'), ...joining });
  known.values.set(`${emailPaths.teammates}/username`, 'owner@example.org');
  const form = new URLSearchParams({ Token: await invite('member'), ...joining });
  const joined = await fetch(base + paths.personLinkUse, { method: 'POST', body: form });
  const { person } = await joined.json();
  const cookie = joined.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const byPage = { cookie, 'sec-fetch-site': 'same-origin' };
  await post(paths.myPicture, { Image: pngFile(16).toString('base64') }, byPage);
  const token = await post(paths.tokens, { FriendlyName: 'Reports' }, byPage);
  // Learned first, so that the newest key is one of the account.
  known.learn(token.sid);
  known.values.set('token', token.sid);
  known.values.set('member', person.sid).set('link token', await invite('invited'));
}
