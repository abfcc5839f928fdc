/** Problems of a flow are shown at the field, on the card, and in the problems panel, which links to the field. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('a finding shows on field, card and panel, and disappears when it is fixed', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  await expect(designer.card('thank')).toHaveAccessibleName(/no problems/);
  const message = designer.field('Message');
  await message.fill('');
  await expect(designer.card('thank')).toHaveAccessibleName(/1 error/);
  await expect(designer.card('thank')).toContainText('Message body is required');
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  await expect(designer.settings.getByText('Message body is required')).toBeVisible();
  await signedIn.getByRole('button', { name: 'Validate, 1 error' }).click();
  await expect(designer.problems.getByText('Fix 1 error before publishing')).toBeVisible();
  const row = designer.problems.getByRole('link', { name: 'Message body is required' });
  await expect(row).toBeVisible();
  await message.fill('Thanks');
  await expect(designer.card('thank')).toHaveAccessibleName(/no problems/);
  await expect(message).toHaveAttribute('aria-invalid', 'false');
  await expect(row).toHaveCount(0);
});

test('a template error shows while typing', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  await designer.field('Message').fill('Hello {{flow.data.name');
  await expect(designer.card('thank')).toHaveAccessibleName(/1 (error|warning)/);
  await designer.field('Message').fill('Hello {{flow.data.name}}');
  await expect(designer.card('thank')).toHaveAccessibleName(/no problems/);
});

test('a row of the problems panel focuses its field on any tab', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('ask');
  await designer.field('Message').fill('');
  await designer.field('Wait for a reply').fill('soon');
  await designer.showTab(/^JSON/);
  await designer.select('spare');
  await signedIn.getByRole('button', { name: /^Validate, / }).click();
  const row = designer.problems.getByRole('link', { name: 'must be a number' });
  await row.click();
  await expect(designer.nameField()).toHaveValue('ask');
  await expect(designer.field('Wait for a reply')).toBeFocused();
  await expect(row).toHaveAttribute('aria-current');
  await signedIn.keyboard.press('F8');
  await expect(designer.field('Message')).toBeFocused();
  await signedIn.keyboard.press('F8');
  const target = designer.settings.getByRole('combobox', { name: 'Target of No reply' });
  await expect(target).toBeFocused();
  await signedIn.reload();
  await expect(target).toBeFocused();
});

test('a flow with errors is not published, and the page shows why', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('');
  await signedIn.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(signedIn.getByText('Not published. Fix 1 error first.').first()).toBeVisible();
  await expect(signedIn.getByRole('dialog')).toHaveCount(0);
  await signedIn.keyboard.press('ControlOrMeta+s');
  await expect(signedIn.getByText(/^Not saved\. Fix 1 error/).first()).toBeVisible();
  expect(await storedFlow(api, sid)).toMatchObject({ revision: 1, status: 'draft' });
  await designer.problems.getByRole('link').first().click();
  await signedIn.keyboard.type('Well?');
  await signedIn.getByRole('button', { name: 'Publish', exact: true }).click();
  await signedIn.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(signedIn.getByText('Published as revision 2.')).toBeVisible();
  const bar = signedIn.getByRole('main').getByText(/^Not saved\. |^Not published\. /);
  await expect(bar).toHaveCount(0);
});
