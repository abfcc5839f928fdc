/** Problems of a flow are shown at the field, on the card, and in the problems panel, which links to the field. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('a finding shows on field, card and panel, and disappears when it is fixed', {
  tag: '@journey',
}, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  await expect(designer.card('thank')).toHaveAccessibleName(/no problems/);
  const message = designer.field('Message');
  await message.fill('');
  await message.blur();
  await expect(designer.card('thank')).toHaveAccessibleName(/1 error/);
  await expect(designer.card('thank')).toContainText('Message is required');
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  await expect(designer.settings.getByText('Message is required')).toBeVisible();
  await signedIn.getByRole('button', { name: 'Validate, 1 error' }).click();
  await expect(designer.problems.getByText('Fix 1 error before publishing')).toBeVisible();
  const row = designer.problems.getByRole('link', { name: 'Message is required' });
  await expect(row).toBeVisible();
  await message.fill('Thanks');
  await expect(designer.card('thank')).toHaveAccessibleName(/no problems/);
  await expect(message).toHaveAttribute('aria-invalid', 'false');
  await expect(row).toHaveCount(0);
});

test('a template error shows when its field is left, and disappears while it is mended', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  await designer.field('Message').fill('Hello {{flow.data.name');
  await designer.field('Message').blur();
  await expect(designer.card('thank')).toHaveAccessibleName(/1 (error|warning)/);
  await designer.field('Message').fill('Hello {{contact.channel.address}}');
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

test('a field is judged when its tab goes away, even if nothing took the focus from it', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('ask');
  await designer.field('Wait for a reply').fill('soon');
  await designer.settings.getByRole('tab', { name: /^JSON/ }).dispatchEvent('click');
  await expect(signedIn.getByRole('button', { name: 'Validate, 1 error' })).toBeVisible();
});

test('a flow with errors is not published, and the page shows why', { tag: '@journey' }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('');
  await signedIn.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = signedIn.getByRole('dialog');
  await expect(dialog).toContainText('Fix 1 error before publishing.');
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await dialog.getByRole('button', { name: /Message is required/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(designer.field('Message')).toBeFocused();
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

test('a card that was just added is not wrong before it is left', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  await signedIn.keyboard.press('a');
  await signedIn.keyboard.type('http');
  await signedIn.keyboard.press('Enter');
  const card = designer.card('make_http_request_1');
  await expect(designer.field('URL')).toBeFocused();
  await designer.expectAllSaved();
  await expect(card).toHaveAccessibleName(/no problems/);
  await expect(designer.field('URL')).toHaveAttribute('aria-invalid', 'false');
  await designer.select('spare');
  await expect(card).toHaveAccessibleName(/1 error/);
});

test('a quick fix in the panel and at the field is one undo step', { tag: '@journey' }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  const media = designer.field('Attach media');
  await media.fill('http://www.clinic.org/map.png');
  await media.blur();
  const fix = designer.settings.getByRole('button', { name: 'Use https' });
  await fix.click();
  await expect(media).toHaveText('https://www.clinic.org/map.png');
  await expect(fix).toHaveCount(0);
  await designer.undo();
  await expect(media).toHaveText('http://www.clinic.org/map.png');
  await signedIn.getByRole('button', { name: /^Validate/ }).click();
  await designer.problems.getByRole('button', { name: 'Use https' }).click();
  await expect(media).toHaveText('https://www.clinic.org/map.png');
});

test('a rule is silenced on a widget with a reason, listed, and shown again', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  const media = designer.field('Attach media');
  await media.fill('http://www.clinic.org/map.png');
  await signedIn.getByRole('button', { name: /^Validate/ }).click();
  const problem = signedIn.getByRole('link', { name: /Attach media is loaded without encryption/ });
  await designer.problems
    .getByRole('listitem')
    .filter({ has: problem })
    .last()
    .getByRole('button', { name: /^Silence problem/ })
    .click();
  const dialog = signedIn.getByRole('dialog', { name: 'Silence this rule here' });
  await dialog.getByRole('button', { name: 'Silence' }).click();
  await expect(dialog.getByText('Reason is required.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A server of our own');
  await signedIn.keyboard.press('Enter');
  const silenced = designer.problems.getByRole('list', { name: 'Silenced' });
  await expect(silenced).toContainText('A server of our own');
  await expect(designer.card('thank')).toHaveAccessibleName(/no problems/);
  await silenced.getByRole('button', { name: 'Show again' }).click();
  await expect(silenced).toHaveCount(0);
  await designer.undo();
  await expect(silenced).toContainText('A server of our own');
});
