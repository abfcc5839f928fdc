/** The variables of a flow in its settings: who sets and reads them, and renaming them; and what comes after publishing. */

import { setProperty } from '#flow/edit/set-property.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

const flow = () =>
  setProperty(
    setProperty(smallFlow(), 'ask', 'save_response_as', 'mood'),
    'thank',
    'body',
    'You feel {{flow.variables.mood}}.',
  );

test('a variable shows who sets and reads it, and is renamed everywhere in one step', {
  tag: '@journey',
}, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, flow());
  await designer.open(sid);
  const settings = signedIn.getByRole('complementary', { name: 'Flow settings' });
  await expect(settings.getByRole('button', { name: 'thank' })).toBeVisible();
  await expectAccessible(signedIn);
  const name = settings.getByRole('textbox', { name: /^Name of variable/ });
  await name.fill('feeling');
  await name.press('Enter');
  await settings.getByRole('button', { name: 'thank' }).click();
  await expect(designer.field('Message')).toContainText('flow.variables.feeling');
  await designer.undo();
  await expect(designer.field('Message')).toContainText('flow.variables.mood');
});

test('after the first publish the page offers what comes next, and only then', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, flow());
  await designer.open(sid);
  const publish = async () => {
    await signedIn.getByRole('button', { name: 'Publish', exact: true }).click();
    await signedIn.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  };
  await publish();
  const next = signedIn.getByRole('region', { name: 'Next steps' });
  await expect(next.getByRole('link', { name: 'Attach a number' })).toBeVisible();
  await expect(next.getByRole('link', { name: 'Share the webhook' })).toBeVisible();
  await expectAccessible(signedIn);
  await next.getByRole('button', { name: 'Dismiss' }).click();
  await designer.select('thank');
  await designer.field('Message').fill('Thanks');
  await publish();
  await expect(signedIn.getByText(/^Published as revision/).last()).toBeVisible();
  await expect(next).toHaveCount(0);
  expect(await storedFlow(api, sid)).toMatchObject({ status: 'published' });
});
