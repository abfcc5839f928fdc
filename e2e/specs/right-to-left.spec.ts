/** Texts that are written from right to left. */

import type { FlowDefinition } from '#flow/definition.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('texts from right to left lie right, on cards and in fields', async ({ api, signedIn: page }) => {
  const texts = { ask: 'שלום, מה שלומך?', thank: 'شكراً 2 لك', spare: 'Shalom שלום' };
  const flow = Object.entries(texts).reduce(
    (each: FlowDefinition, [widget, body]) => setProperty(each, widget, 'body', body),
    smallFlow(),
  );
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, flow));
  const directions = { ask: 'rtl', thank: 'rtl', spare: 'ltr' };
  for (const [widget, direction] of Object.entries(directions)) {
    const text = designer.card(widget).locator('.sm');
    await expect(text).toHaveCSS('direction', direction);
    await designer.select(widget);
    await expect(designer.field('Message')).toHaveCSS('direction', direction);
  }
  await designer.nameField().fill('سؤال ثان');
  await expect(designer.nameField()).toHaveCSS('direction', 'rtl');
  await page.keyboard.press('Enter');
  await expect(designer.card('سؤال_ثان').locator('.nm')).toHaveCSS('direction', 'rtl');
});
