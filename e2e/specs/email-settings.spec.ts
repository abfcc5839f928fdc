/** The email section of the settings: webhooks, keys, host names, suppressions, subaccounts. All on the real API. */

import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'playwright/test';
import { emailPaths } from '#api/email/paths.ts';
import { regionPrefixes } from '#api/email/regions.ts';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';

/** The browser reports provoked 400 responses and a blocked script in an email. */
test.use({ expectedErrors: [/status of 400|sandboxed/] });

const kind = (page: Page, name: string) => page.getByRole('switch', { name: new RegExp(`^${name}\\b`) });

test('an event webhook is created, edited, signed and tested, and its signature verifies', {
  tag: '@journey',
}, async ({ api, signedIn: page, receiver }) => {
  await page.goto('/settings');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Email', exact: true })
    .click();
  await expect(page.getByText('No event webhooks yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add webhook' }).click();
  await page.getByRole('textbox', { name: 'Post events to' }).fill('no address');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByRole('textbox', { name: 'Post events to' })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('textbox', { name: 'Post events to' }).fill(`${receiver.url}/events`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Warehouse feed');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByRole('heading', { name: 'Warehouse feed', level: 1 })).toBeVisible();

  await expect(page.getByText('6 of 6')).toBeVisible();
  await kind(page, 'open').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('5 of 6')).toBeVisible();
  await kind(page, 'account_status_change').focus();
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' &&
      response.request().postData()?.includes('account_status_change') === true,
  );
  await page.keyboard.press('Space');
  await saved;
  const settings = async () =>
    (await api.get(`${emailPaths.eventWebhooks}?include=account_status_change`)).json();
  expect(await settings()).toMatchObject({ open: false, click: true, account_status_change: true });

  await page.getByRole('switch', { name: 'Sign requests' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Copy public key' })).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  const [post] = await receiver.waitForRequests(1);
  if (post === undefined) throw new Error('Nothing was posted.');
  const box = page.getByRole('form', { name: 'Verify a request' });
  const signature = post.headers['x-twilio-email-event-webhook-signature'] ?? '';
  await box.getByRole('textbox', { name: 'Signature header' }).fill(signature);
  await box
    .getByRole('textbox', { name: 'Timestamp header' })
    .fill(post.headers['x-twilio-email-event-webhook-timestamp'] ?? '');
  await box.getByRole('textbox', { name: 'Body' }).fill(post.body);
  await box.getByRole('button', { name: 'Verify' }).click();
  await expect(box.getByText('Valid', { exact: true })).toBeVisible();
  await box.getByRole('textbox', { name: 'Body' }).fill(`${post.body} `);
  await box.getByRole('button', { name: 'Verify' }).click();
  await expect(box.getByText('Not valid', { exact: true })).toBeVisible();
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  await box.getByRole('textbox', { name: 'Body' }).fill(post.body);
  await box
    .getByRole('textbox', { name: 'Public key' })
    .fill(other.export({ type: 'spki', format: 'der' }).toString('base64'));
  await box.getByRole('button', { name: 'Verify' }).click();
  await expect(box.getByText('Not valid', { exact: true })).toBeVisible();

  const deliveries = page.getByRole('list', { name: 'Recent deliveries' }).getByRole('listitem');
  await expect(deliveries.first()).toContainText('200');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByText('No event webhooks yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Warehouse feed');
});

test('OAuth is set for one webhook or for all, and an error shows at its field', async ({
  api,
  signedIn: page,
}) => {
  for (const name of ['one', 'two']) {
    const url = `https://receiver.example/${name}`;
    await api.post(emailPaths.eventWebhooks, { data: { url, friendly_name: name } });
  }
  await page.goto('/settings/email');
  const url = page.getByRole('textbox', { name: 'Post events to' });
  await expect(url).toHaveValue('https://receiver.example/one');
  await url.fill('https://receiver.example/two');
  await url.press('Enter');
  await expect(page.getByText(/already|used|has/i).first()).toBeVisible();
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await url.press('Escape');
  await expect(url).toHaveValue('https://receiver.example/one');

  const oauth = page.getByRole('region', { name: 'OAuth' });
  await oauth.getByRole('button', { name: 'Set up OAuth' }).click();
  await oauth.getByRole('button', { name: 'Save' }).click();
  await expect(oauth.getByRole('alert')).toContainText('are required');
  await oauth.getByRole('textbox', { name: 'Client ID' }).fill('patchbay');
  await oauth.getByRole('textbox', { name: 'Client secret' }).fill('secret of the client');
  await oauth.getByRole('textbox', { name: 'Token URL' }).fill('no address');
  await oauth.getByRole('button', { name: 'Save' }).click();
  await expect(oauth.getByRole('textbox', { name: 'Token URL' })).toHaveAttribute('aria-invalid', 'true');
  await oauth.getByRole('textbox', { name: 'Token URL' }).fill('https://id.receiver.example/token');
  await oauth.getByRole('switch', { name: /Share with all webhooks/ }).focus();
  await page.keyboard.press('Space');
  await oauth.getByRole('button', { name: 'Save' }).click();
  await expect(oauth.getByText('Shared')).toBeVisible();
  const { webhooks } = await (await api.get(emailPaths.allEventWebhooks)).json();
  const shared = { oauth_client_id: 'patchbay', oauth_token_url: 'https://id.receiver.example/token' };
  expect(webhooks).toMatchObject([shared, shared]);
  expect(JSON.stringify(webhooks)).not.toContain('secret of the client');
});

test('a key is shown once and limited to its scopes; replacing and revoking are announced', async ({
  signedIn: page,
  playwright,
  server,
}) => {
  await page.goto('/settings/email');
  await page.getByRole('link', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByText('Name is required.')).toBeVisible();
  await expect(page.getByText('Select at least one scope.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Warehouse export');
  await page.getByRole('button', { name: 'Read inbound parse' }).click();
  await expect(page.getByText('2 scopes selected')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search scopes' }).fill('api_keys');
  await page.getByRole('checkbox', { name: 'api_keys.read' }).focus();
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByText(/^SG\./).textContent()) ?? '';
  expect(key).toHaveLength(69);
  const program = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });
  const scopes = async () => (await (await program.get(emailPaths.scopes)).json()).scopes;
  expect(await scopes()).toHaveLength(3);

  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page.getByText(/^SG\./)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Rate limits' })).toContainText('of 600');
  await page.getByRole('link', { name: 'Edit Warehouse export' }).click();
  await expect(page.getByText('Saving replaces the scopes of the key')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Send email' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Warehouse export/ })).toContainText('mail.send');
  expect(await scopes()).toEqual(['mail.send']);

  await page.getByRole('button', { name: 'Revoke Warehouse export' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  const note = page.getByRole('alertdialog').filter({ hasText: 'still works' });
  expect(await scopes()).toEqual(['mail.send']);
  const revoked = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await note.getByRole('button', { name: 'Revoke now' }).click();
  await revoked;
  expect((await program.get(emailPaths.scopes)).status()).toBe(401);
  await program.dispose();
});

test('a sent email is shown as text, and as HTML only on request', async ({
  api,
  signedIn: page,
  receiver,
}) => {
  await api.post(emailPaths.eventWebhooks, { data: { url: `${receiver.url}/events`, delivered: true } });
  const content = [
    { type: 'text/plain', value: 'See you on Monday.' },
    { type: 'text/html', value: '<h2>Monday it is</h2><script>document.title = "run"</script>' },
  ];
  const sent = await api.post(emailPaths.sendEmail, {
    data: {
      personalizations: [{ to: [{ email: 'guest@receiver.example' }] }],
      from: { email: 'desk@receiver.example' },
      subject: 'Your appointment',
      content,
    },
  });
  expect(sent.status(), await sent.text()).toBe(202);
  await page.goto('/settings/email/sent');
  await page.getByRole('link', { name: /Your appointment/ }).click();
  await expect(page.getByText('See you on Monday.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Events', exact: true })).toContainText('Delivered');
  await expectAccessible(page);
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('radio', { name: 'HTML' }).click();
  await page.getByRole('button', { name: 'Show HTML' }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Monday it is' })).toBeVisible();
  await page.getByRole('radio', { name: 'Headers' }).click();
  await expect(page.getByText('Message-ID', { exact: false }).first()).toBeVisible();

  const [first] = await receiver.waitForRequests(1);
  await page.goto('/settings/email/deliveries');
  const rows = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect(rows.first()).toContainText('delivered');
  await rows
    .first()
    .getByRole('button', { name: /^Resend/ })
    .click();
  const [, second] = await receiver.waitForRequests(2);
  expect(JSON.parse(second?.body ?? '')[0].sg_event_id).toBe(JSON.parse(first?.body ?? '')[0].sg_event_id);
  await page.getByRole('button', { name: 'Resend events' }).click();
  await page.getByRole('menuitem', { name: 'Events of the last hour' }).click();
  await receiver.waitForRequests(3);
  await page.getByRole('switch', { name: 'Only failed' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('No failed deliveries')).toBeVisible();
  await expectAccessible(page);
});

test('host names are added and changed, with errors at their fields', async ({ api, signedIn: page }) => {
  await page.goto('/settings/email/inbound');
  await page.getByRole('button', { name: 'Add host name' }).click();
  const hosts = page.getByRole('region', { name: 'Host names' });
  await hosts.getByRole('textbox', { name: 'Host name' }).fill('parse.receiver.example');
  await hosts.getByRole('textbox', { name: 'Post email to' }).fill('nowhere');
  await hosts.getByRole('button', { name: 'Add host name' }).click();
  await expect(hosts.getByRole('textbox', { name: 'Post email to' })).toHaveAttribute('aria-invalid', 'true');
  await hosts.getByRole('textbox', { name: 'Post email to' }).fill('https://receiver.example/inbound');
  await hosts.getByRole('button', { name: 'Add host name' }).click();
  await hosts.getByRole('button', { name: 'Edit parse.receiver.example' }).click();
  await hosts.getByRole('switch', { name: /Send raw/ }).focus();
  await page.keyboard.press('Space');
  await hosts.getByRole('button', { name: 'Save' }).click();
  await expect(hosts.getByText('Raw', { exact: true })).toBeVisible();
  const { result } = await (await api.get(emailPaths.parseSettings)).json();
  expect(result).toMatchObject([{ hostname: 'parse.receiver.example', send_raw: true }]);
  await page.reload();
  await expect(hosts.getByText('Raw', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a host name uses a security policy, which cannot be deleted while in use', async ({
  api,
  signedIn: page,
}) => {
  await api.post(emailPaths.parseSettings, {
    data: { hostname: 'signed.receiver.example', url: 'https://receiver.example/inbound' },
  });
  await page.goto('/settings/email/inbound');
  const policies = page.getByRole('region', { name: 'Security policies' });
  await policies.getByRole('button', { name: 'Add policy' }).click();
  await policies.getByRole('textbox', { name: 'Policy name' }).fill('Signed posts');
  await policies.getByRole('switch', { name: /Use OAuth/ }).focus();
  await page.keyboard.press('Space');
  await policies.getByRole('textbox', { name: 'Client ID' }).fill('desk');
  await policies.getByRole('textbox', { name: 'Token URL' }).fill('https://receiver.example/token');
  await policies.getByRole('button', { name: 'Add policy' }).click();
  await expect(policies.getByRole('alert')).toBeVisible();
  await policies.getByLabel('Client secret').fill('a secret');
  await policies.getByRole('button', { name: 'Add policy' }).click();
  await expect(policies.getByText('Not used by a host name.')).toBeVisible();
  await expectAccessible(page);

  const hosts = page.getByRole('region', { name: 'Host names' });
  await hosts.getByRole('button', { name: 'Edit signed.receiver.example' }).click();
  await hosts.getByRole('button', { name: /Security policy/ }).click();
  await page.getByRole('option', { name: 'Signed posts' }).click();
  await hosts.getByRole('button', { name: 'Save' }).click();
  await expect(policies.getByText('Used by signed.receiver.example.')).toBeVisible();
  await expect(policies.getByRole('button', { name: 'Delete the policy Signed posts' })).toBeDisabled();
  const { result } = await (await api.get(emailPaths.parseSettings)).json();
  const { policies: kept } = await (await api.get(emailPaths.policies)).json();
  expect(result).toMatchObject([{ security_policy: kept[0].id }]);
  expect(kept).toMatchObject([{ name: 'Signed posts', signature: {}, oauth: { client_id: 'desk' } }]);

  await hosts.getByRole('button', { name: 'Edit signed.receiver.example' }).click();
  await hosts.getByRole('button', { name: /Security policy/ }).click();
  await page.getByRole('option', { name: 'None' }).click();
  await hosts.getByRole('button', { name: 'Save' }).click();
  await policies.getByRole('button', { name: 'Delete the policy Signed posts' }).click();
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(policies.getByText('No security policies yet')).toBeVisible();
  await deleted;
  expect((await (await api.get(emailPaths.policies)).json()).policies).toEqual([]);
});

test('the chart is also a table and a file, and its state is in the URL', async ({ signedIn: page }) => {
  await page.goto('/settings/email/inbound');
  const panel = page.getByRole('region', { name: 'Inbound parse' });
  await expect(panel.getByRole('figure', { name: 'Emails received by day' })).toBeVisible();
  await panel.getByRole('button', { name: /to/ }).click();
  const range = page.getByRole('dialog', { name: 'Choose a date range' });
  await range.getByLabel('First day').fill('2026-02-27');
  await range.getByLabel('Last day').fill('2026-02-01');
  await range.getByRole('button', { name: 'Apply' }).click();
  await expect(range.getByText('The last day is before the first.')).toBeVisible();
  await range.getByLabel('Last day').fill('2026-03-02');
  await range.getByRole('button', { name: 'Apply' }).click();
  await panel.getByRole('button', { name: 'Show table' }).click();
  await expect(page).toHaveURL(/from=2026-02-27/);
  // A header row and four days, including those without email.
  await expect(panel.getByRole('row')).toHaveCount(5);
  const file = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download CSV' }).click();
  expect((await file).suggestedFilename()).toBe('inbound-2026-02-27-2026-03-02-day.csv');
  await panel.getByRole('radio', { name: 'Month' }).click();
  await expect(panel.getByRole('row')).toHaveCount(3);
  await page.reload();
  await expect(panel.getByRole('row')).toHaveCount(3);
});

test('addresses are added to a list, found and removed with undo', async ({ api, signedIn: page }) => {
  await page.goto('/settings/email/suppressions');
  await expect(page.getByText('No addresses on this list')).toBeVisible();
  await page.getByRole('textbox', { name: 'Add addresses' }).fill('no address');
  await page.getByRole('button', { name: 'Add to list' }).click();
  await expect(page.getByRole('textbox', { name: 'Add addresses' })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('textbox', { name: 'Add addresses' }).fill('a@receiver.example, b@receiver.example');
  await page.getByRole('button', { name: 'Add to list' }).click();
  await expect(page.getByText('2 addresses added to the list.')).toBeVisible();
  const row = (email: string) => page.getByRole('row', { name: new RegExp(email) });
  await page.getByRole('searchbox', { name: 'Find an address' }).fill('b@receiver.example');
  await page.keyboard.press('Enter');
  await expect(row('a@receiver.example')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove b@receiver.example from the list' }).click();
  await expect(row('b@receiver.example')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row('b@receiver.example')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('radio', { name: 'Groups' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Newsletter');
  await page.getByRole('textbox', { name: 'Description' }).fill('News once a month');
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByRole('button', { name: 'Who unsubscribed from Newsletter' }).click();
  await page.getByRole('textbox', { name: 'Add addresses' }).fill('c@receiver.example');
  await page.getByRole('button', { name: 'Add to list' }).click();
  const members = page.getByRole('list', { name: 'Addresses unsubscribed from Newsletter' });
  await expect(members.getByRole('listitem')).toHaveText('c@receiver.example');
  expect(await (await api.get(emailPaths.groups)).json()).toMatchObject([{ unsubscribes: 1 }]);

  await page.getByRole('button', { name: 'Edit Newsletter' }).click();
  const group = page.getByRole('list', { name: 'Unsubscribe groups' });
  await group.getByRole('textbox', { name: 'Description' }).fill('News twice a month');
  await expectAccessible(page);
  await group.getByRole('button', { name: 'Save' }).click();
  await expect(group.getByText('News twice a month')).toBeVisible();
  await expect(group.getByRole('button', { name: 'Save' })).toHaveCount(0);
  expect(await (await api.get(emailPaths.groups)).json()).toMatchObject([
    { name: 'Newsletter', description: 'News twice a month', unsubscribes: 1 },
  ]);
});

test('the subaccount and the EU region stay visible and separate', async ({ api, signedIn: page }) => {
  await api.post(paths.accounts, {
    form: { FriendlyName: 'Branch office', Username: `branch-${Date.now()}` },
  });
  await page.goto('/settings/email/keys');
  await page.getByRole('button', { name: /Region and account/ }).click();
  await page.getByRole('menuitem', { name: 'Branch office' }).click();
  await expect(page.getByText('You are acting on behalf of Branch office.')).toBeVisible();
  await page.getByRole('link', { name: 'New key' }).click();
  await expect(page.getByText('You are acting on behalf of Branch office.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Of the branch');
  await page.getByRole('button', { name: 'Send email' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page.getByText('Of the branch')).toBeVisible();
  expect((await (await api.get(emailPaths.keys)).json()).result).toEqual([]);
  await page.getByRole('link', { name: 'Back to your own account' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();

  await page.getByRole('button', { name: /Region and account/ }).click();
  await page.getByRole('menuitem', { name: 'EU region' }).click();
  await expect(page.getByText('This is the EU region.')).toBeVisible();
  await page.getByRole('link', { name: 'Suppressions' }).click();
  await page.getByRole('textbox', { name: 'Add addresses' }).fill('eu@receiver.example');
  await page.getByRole('button', { name: 'Add to list' }).click();
  await expect(page.getByRole('row', { name: /eu@receiver.example/ })).toBeVisible();
  expect(await (await api.get(emailPaths.bounces)).json()).toEqual([]);
  expect(await (await api.get(regionPrefixes.eu + emailPaths.bounces)).json()).toHaveLength(1);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByText('This is the EU region.')).toHaveCount(0);
});
