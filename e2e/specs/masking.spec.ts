/**
 * What a contact may expect: with 22 values planted all over an account, a viewer sees none of them in over 200 looks, in
 * any spelling. A support member, who looks in the same way, sees all: so the looks would have found them.
 */

import type { APIRequestContext, Browser, BrowserContext } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { fillAccount } from '../filled-account.ts';
import { expectAccessible } from '../fixtures.ts';
import { knownResources, Looks, lookAtPages, lookAtStreams, lookByApi } from '../masking/looks.ts';
import { plant } from '../masking/plant.ts';
import { planted, plantedPlaces } from '../masking/planted.ts';

// The page of a viewer is refused what its role does not show.
test.use({ expectedErrors: [/Failed to load resource/] });
test.setTimeout(900_000);

/** A browser in which a new member of that role is signed in. */
async function memberOf(api: APIRequestContext, browser: Browser, base: string, role: string) {
  const email = `${role}.${Math.random().toString(36).slice(2)}@people.example`;
  const invited = await api.post(paths.invitations, { form: { Email: email, Role: role } });
  const Token = new URL((await invited.json()).link).hash.slice(1);
  const context = await browser.newContext({ baseURL: base });
  const form = { Token, Name: `Some ${role}`, Password: 'a quiet lamp at noon' };
  const joined = await context.request.post(paths.personLinkUse, { form, headers: { origin: base } });
  expect(joined.status(), await joined.text()).toBe(200);
  return context;
}

const cookieOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

test('a viewer sees nothing of contacts in over 200 looks, where support sees it all', async ({
  api,
  browser,
  server,
}) => {
  const { smtpPort, url } = server;
  if (smtpPort === null) throw new Error('The server takes no mail.');
  const account = await fillAccount(api);
  const { flow, hostname, group } = await plant(api, account, smtpPort);
  const { webhook, key } = account.email;
  const { executions } = await (await api.get(paths.executions(flow))).json();
  const ofContact = (contact: string): string => {
    const found = executions.find(
      ({ contact_channel_address: address }: { contact_channel_address: string }) => address === contact,
    );
    if (found === undefined) throw new Error(`${contact} has no execution.`);
    return found.sid;
  };
  const asked = ofContact(planted['contact of an execution']);
  const wrote = ofContact(planted['sender of a message']);
  const { mails } = await (await api.get(paths.outboundEmails)).json();
  const ids = {
    hostname,
    group_id: group,
    WebhookId: webhook,
    webhook_id: webhook,
    api_key_id: key,
  };
  const known = await knownResources(api, { ...ids, FlowSid: flow });
  const pages = [
    '/flows',
    '/executions',
    '/executions?show=active',
    '/tasks',
    '/tasks?show=all',
    '/test-phone',
    ...[flow, account.revised].flatMap((sid) => [
      `/flows/${sid}`,
      `/flows/${sid}/executions`,
      `/flows/${sid}/history`,
      `/settings/flows/${sid}/test-users`,
      `/settings/flows/${sid}/webhook`,
    ]),
    ...[asked, wrote].flatMap((sid) => [
      `/flows/${flow}/executions/${sid}`,
      `/flows/${flow}/executions/${sid}?step=1`,
      `/flows/${flow}/executions/${sid}?view=conversation`,
      `/flows/${flow}?test=${sid}`,
    ]),
    ...['account', 'numbers', 'events', 'operations', 'members', 'roles', 'profile'].map(
      (name) => `/settings/${name}`,
    ),
    ...['tasks', 'channels', 'objects'].map((show) => `/settings/services?show=${show}`),
    ...['', '/sent', '/deliveries', '/inbound', '/keys', `/webhooks/${webhook}`].map(
      (path) => `/settings/email${path}`,
    ),
    '/email/received',
    ...mails.map(({ sid }: { sid: string }) => `/email/sent/${sid}`),
    ...['bounces', 'unsubscribes', 'groups'].map((list) => `/settings/email/suppressions?list=${list}`),
  ];

  const lookAs = async (role: string): Promise<Looks> => {
    const context = await memberOf(api, browser, url, role);
    const looks = new Looks();
    await lookByApi(looks, context.request, known, ids);
    await lookAtStreams(looks, url, await cookieOf(context), {
      ...{ flow, execution: asked },
      async happen() {
        const form = { To: planted['contact in the streams'], From: '+15005550077' };
        const started = await api.post(paths.executions(flow), { form });
        const { sid } = await started.json();
        await api.post(paths.execution(flow, sid), { form: { Status: 'ended' } });
      },
    });
    await lookAtPages(looks, context, pages);
    await context.close();
    return looks;
  };

  const viewer = await lookAs('viewer');
  expect(viewer.lines).toEqual([]);
  expect(viewer.count).toBeGreaterThanOrEqual(200);
  const support = await lookAs('support');
  expect(plantedPlaces.filter((place) => !support.seen.has(place))).toEqual([]);
  console.log(`${viewer.count} looks of a viewer, ${support.count} of support`);
});

test('a viewer shows an execution with a reason, and sees until when', { tag: '@journey' }, async ({
  api,
  browser,
  server,
}) => {
  const account = await fillAccount(api);
  const { executions } = await (await api.get(paths.executions(account.flow))).json();
  const [{ sid, contact_channel_address: contact }] = executions;
  const context = await memberOf(api, browser, server.url, 'viewer');
  const page = await context.newPage();
  await page.goto(`/flows/${account.flow}/executions/${sid}`);
  await expect(page.getByText('hidden +1 ••• ••').first()).toBeVisible();
  await expect(page.getByText(contact)).toHaveCount(0);
  await expectAccessible(page);
  // By the keyboard alone.
  await page.getByRole('button', { name: 'Show…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Show what is masked' });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Write a reason of 3 characters or more.')).toBeVisible();
  await page.keyboard.type('Ticket 512');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Shown until \d/)).toBeVisible();
  await expect(page.getByText(contact).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Shown until \d/)).toBeVisible();
  await expect(page.getByText(contact).first()).toBeVisible();
  const [, second] = executions;
  await page.goto('/executions');
  await page
    .getByRole('row')
    .filter({ has: page.locator(`a[href*="${second.sid}"]`) })
    .getByRole('button', { name: /^Show/ })
    .click();
  await dialog.getByLabel('Reason').fill('Ticket 513');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText(second.contact_channel_address)).toBeVisible();
  await page.goto('/test-phone');
  await expect(page.getByText('Your role does not show this')).toBeVisible();
  await context.close();
});
