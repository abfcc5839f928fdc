/** How a flow opens: from its trigger on, readable, saying what is out of view; and no text of a card is ever below 10 px. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { samples } from '#flow/samples/samples.ts';
import { validate } from '#flow/validation/validate.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { findSmallTexts } from '../small-texts.ts';

const corpus = '../shared/corpus/flows';
/** One of so many flows is opened. */
const everyCorpusFlow = 4;

const scaleOf = async (page: Page) =>
  Number.parseInt(await page.getByRole('button', { name: 'Zoom to 100%' }).innerText(), 10);

/** Expects the first view to be readable, and then no small text at any of seven scales. */
async function expectReadable(page: Page): Promise<void> {
  const designer = new DesignerPage(page);
  await expect(designer.card('Trigger')).toBeInViewport({ ratio: 0.99 });
  expect(await scaleOf(page)).toBeGreaterThanOrEqual(75);
  expect(await findSmallTexts(page)).toEqual([]);
  await page.keyboard.press('Shift+Digit0');
  for (const percent of [100, 80, 64, 51, 41, 33, 26]) {
    await expect.poll(() => scaleOf(page)).toBe(percent);
    await expect.poll(() => findSmallTexts(page), { message: `at ${percent} %` }).toEqual([]);
    await page.getByRole('button', { name: 'Zoom out' }).click();
  }
}

for (const { id, definition } of samples) {
  test(`the sample ${id} opens readable, and is at every scale`, async ({ api, signedIn }) => {
    const designer = new DesignerPage(signedIn);
    await designer.open(await storeFlow(api, definition));
    for (const { name, properties } of definition.states) {
      const card = designer.card(name ?? '');
      const [message] = typeof properties?.body === 'string' ? properties.body.split(/\s*\{\{/) : [];
      const words = message?.split(' ', 2).join(' ');
      if (words !== undefined && (await card.isVisible())) await expect(card).toContainText(words);
    }
    await expectReadable(signedIn);
  });
}

test.describe('flows of strangers', () => {
  test.skip(!existsSync(corpus), 'needs ../shared/corpus');
  const flows = (existsSync(corpus) ? readdirSync(corpus).sort() : [])
    .map((file) => ({ file, definition: JSON.parse(readFileSync(`${corpus}/${file}`, 'utf8')) }))
    // What has errors may be refused.
    .filter(({ definition }) => validate(definition).every(({ severity }) => severity !== 'error'));
  for (const { file, definition } of flows.filter((_, index) => index % everyCorpusFlow === 0)) {
    test(`${file} opens readable, and is at every scale`, async ({ api, signedIn }) => {
      await signedIn.goto(`/flows/${await storeFlow(api, definition)}`);
      await expectReadable(signedIn);
    });
  }
});

test.describe('a flow that does not fit', () => {
  let designer: DesignerPage;
  test.beforeEach(async ({ api, signedIn }) => {
    designer = new DesignerPage(signedIn);
    const survey = samples.find(({ id }) => id === 'survey');
    await designer.open(await storeFlow(api, survey?.definition ?? {}));
  });

  test('says what is out of view, and goes there', async ({ signedIn }) => {
    const below = signedIn.getByRole('button', { name: /^\d+ more below$/ });
    await expect(below).toBeVisible();
    await expect(designer.card('apologise')).not.toBeInViewport();
    await below.click();
    await expect(designer.card('apologise')).toBeInViewport({ ratio: 1 });
    await expect(below).toHaveCount(0);
    await expect(signedIn.getByRole('button', { name: /^\d+ more above$/ })).toBeVisible();
  });

  test('opens as it was fitted last, for this flow and person', async ({ signedIn, api }) => {
    const opening = await scaleOf(signedIn);
    await signedIn.keyboard.press('Shift+Digit1');
    await expect(designer.card('apologise')).toBeInViewport({ ratio: 1 });
    await expect(signedIn.getByRole('button', { name: /more below/ })).toHaveCount(0);
    const panel = signedIn.getByRole('complementary', { name: 'Flow settings' });
    await expect(panel.getByText('All of it')).toBeVisible();

    await signedIn.reload();
    await expect(designer.card('apologise')).toBeInViewport({ ratio: 1 });
    const other = await storeFlow(api, samples.find(({ id }) => id === 'survey')?.definition ?? {});
    const flow = signedIn.url();
    await designer.open(other);
    expect(await scaleOf(signedIn)).toBe(opening);

    await signedIn.goto(flow);
    await expect(designer.card('apologise')).toBeInViewport({ ratio: 1 });
    await signedIn.keyboard.press('Shift+Digit0');
    await expect(panel.getByText('The trigger, in a size to read')).toBeVisible();
    await signedIn.reload();
    await expect.poll(() => scaleOf(signedIn)).toBe(opening);
  });
});
