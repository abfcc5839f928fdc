/** Publishing at a time, by a second person, ending executions with it, and rolling back from the list of flows. */

import type { APIRequestContext, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { connect } from '#flow/edit/connect.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';
import { startFlow } from '../stored-flow.ts';

async function save(api: APIRequestContext, sid: string, fields: Record<string, string>): Promise<void> {
  const form = { Status: 'draft', ...fields };
  expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
}

const saying = (body: string): Record<string, string> => ({
  Definition: JSON.stringify(setProperty(smallFlow(), 'ask', 'body', body) satisfies FlowDefinition),
});

/** Asks and waits, for each execution that is started by request. */
function asking(): FlowDefinition {
  return connect(smallFlow(), { widget: 'Trigger', outlet: 'incomingRequest' }, 'ask');
}

const status = (page: Page) => page.getByRole('complementary', { name: 'Revisions' });

async function openDialog(page: Page, sid: string) {
  await new DesignerPage(page).open(sid);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  return page.getByRole('dialog', { name: /^Publish / });
}

/** Tomorrow as the field takes it. */
const tomorrow = () => {
  const at = new Date(Date.now() + 86_400_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T09:30`;
};

test('a publish is scheduled, listed and canceled', { tag: '@journey' }, async ({ api, signedIn: page }) => {
  const sid = await storeFlow(api, smallFlow(), 'Night shift');
  await save(api, sid, { Status: 'published' });
  let dialog = await openDialog(page, sid);
  await expect(dialog).toContainText('Nothing to publish: revision 2 is published with the same content.');
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await page.keyboard.press('Escape');
  const designer = new DesignerPage(page);
  await designer.select('ask');
  await designer.field('Message').fill('Tomorrow?');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'At a time' }).click();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toContainText('Choose a date and time.');
  await dialog.getByLabel('Publish at').fill('2020-01-01T09:30');
  await expect(dialog).toContainText('Choose a time in the future.');
  await dialog.getByLabel('Publish at').fill(tomorrow());
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText(/^Revision 3 will be published on /).first()).toBeVisible();
  expect(await storedFlow(api, sid)).toMatchObject({ revision: 3, status: 'draft' });
  await page.goto(`/flows/${sid}/history`);
  await expect(status(page)).toContainText('Revision 3 will be published on ');
  await status(page).getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(page.getByText('Request canceled.')).toBeVisible();
  await page.getByRole('button', { name: 'Publishing', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Canceled by Account, ');
});

test.describe('a second person', () => {
  test.use({ expectedErrors: [/403 \(Forbidden\)/] });

  test('approves on the page or by an API key, but nobody approves alone', { tag: '@journey' }, async ({
    api,
    playwright,
    server,
    signedIn: page,
  }) => {
    const sid = await storeFlow(api, smallFlow(), 'Hotline');
    const made = await api.post(paths.apiKeys, {
      form: { FriendlyName: 'Ada', ApprovesPublishing: 'true' },
    });
    const key = (await made.json()) as { sid: string; secret: string };
    const ada = await playwright.request.newContext({
      baseURL: server.url,
      httpCredentials: { username: key.sid, password: key.secret, send: 'always' },
    });
    await page.goto(`/flows/${sid}/history`);
    await page.getByRole('button', { name: 'Publishing', exact: true }).click();
    await page.getByRole('dialog').getByText('Require a second person').click();
    await expect(page.getByRole('switch', { name: /Require a second person/ })).toBeChecked();
    const alone = await api.post(paths.flow(sid), { form: { Status: 'published' } });
    expect(alone.status()).toBe(403);

    const dialog = await openDialog(page, sid);
    await expect(dialog).toContainText('Publishing this flow needs the approval of a second person.');
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await expect(page.getByText('Approval requested for revision 1.')).toBeVisible();
    await page.goto(`/flows/${sid}/history`);
    await expect(status(page)).toContainText('Account asks to publish revision 1.');
    await expect(status(page)).toContainText('Waiting for another person');
    await expect(status(page).getByRole('button', { name: 'Approve' })).toHaveCount(0);
    const list = (await (await api.get(paths.publishRequests(sid))).json()) as {
      publish_requests: { sid: string }[];
    };
    const approved = await ada.post(paths.publishRequest(sid, list.publish_requests[0]?.sid ?? ''), {
      form: { Status: 'approved' },
    });
    expect(approved.status()).toBe(200);
    await page.reload();
    await expect(status(page).getByRole('link').first()).toContainText('Published · Account · Approved');
    await page.getByRole('button', { name: 'Publishing', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('Approved by Ada, ');
    await page.keyboard.press('Escape');

    await save(api, sid, saying('By a key?'));
    const requested = await ada.post(paths.publishRequests(sid), {
      form: { Revision: 'LatestRevision' },
    });
    expect(requested.status()).toBe(201);
    await page.reload();
    await expect(status(page)).toContainText('Ada asks to publish revision 3.');
    await status(page).getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Approved and published as revision 4.')).toBeVisible();
    await ada.dispose();
  });
});

test('executions that wait at a changed widget are ended with the publish', async ({
  api,
  signedIn: page,
}) => {
  const sid = await storeFlow(api, asking(), 'Ending');
  await save(api, sid, { Status: 'published' });
  await startFlow(api, { sid }, '+15005557101');
  await startFlow(api, { sid }, '+15005557102');
  const changed = setProperty(asking(), 'ask', 'body', 'Changed?');
  await save(api, sid, { Definition: JSON.stringify(changed) });
  const dialog = await openDialog(page, sid);
  await expect(dialog).toContainText('2 wait at ask, which changes');
  await dialog.getByRole('button', { name: /Active executions of other revisions/ }).click();
  await page.getByRole('option', { name: 'End those that wait at a changed or removed widget' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published as revision 4.')).toBeVisible();
  await page.goto(`/flows/${sid}/history`);
  await expect(status(page)).toContainText('2 executions were ended.');
});

test('a flow is rolled back from the list of flows', async ({ api, signedIn: page }) => {
  const sid = await storeFlow(api, smallFlow(), 'Back again');
  await save(api, sid, { Status: 'published' });
  await save(api, sid, { ...saying('Worse?'), Status: 'published' });
  await page.goto('/flows?q=Back+again');
  await page.getByRole('button', { name: 'Actions for Back again' }).click();
  await page.getByRole('menuitem', { name: 'Roll back…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back Back again to revision 2' });
  await expect(dialog).toContainText('No executions are active.');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByText('Revision 2 is published again as revision 4.')).toBeVisible();
  const stored = await storedFlow(api, sid);
  expect(stored).toMatchObject({ revision: 4, status: 'published' });
  expect(stored.definition).toEqual(smallFlow());
});

test('a newer publish is shown with a choice', { tag: '@journey' }, async ({ api, signedIn: page }) => {
  const sid = await storeFlow(api, smallFlow(), 'Two at once');
  const designer = new DesignerPage(page);
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('Mine?');
  await save(api, sid, { ...saying('Theirs?'), Status: 'published' });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Revision 2 was published after revision 1, which you edit');
  await expect(dialog.getByRole('link', { name: 'Compare with revision 2' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await dialog.getByText('Publish over revision 2').click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published as revision 3.')).toBeVisible();
});
