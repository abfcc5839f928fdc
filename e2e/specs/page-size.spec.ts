/** How much a page loads before it can be used, from an empty cache: script and style as they come over the wire. */

import type { Page } from 'playwright/test';
import { builtChunks } from '../built-file.ts';
import { expect, test } from '../fixtures.ts';
import { noteFirst, type PageWeight, weightUntil } from '../page-weight.ts';
import { storeFlow } from '../stored-flow.ts';

async function weightOf(page: Page, address: string, shown: string): Promise<PageWeight> {
  await noteFirst(page.context(), shown);
  await page.goto(address);
  const weight = await weightUntil(page, shown);
  const description = `${weight.kilobytes.toFixed(1)} KB in ${weight.files.length} files`;
  test.info().annotations.push({ type: address, description });
  return weight;
}

function expectNone(files: readonly string[], ...chunks: string[]): void {
  const unwanted = builtChunks(...chunks);
  expect(files.filter((file) => unwanted.includes(file))).toEqual([]);
}

test('what every page needs is at most 108 KB', async ({ signedIn }) => {
  const { kilobytes } = await weightOf(signedIn, '/nowhere', 'h1');
  expect(kilobytes).toBeLessThanOrEqual(108);
});

test('the list of flows loads at most 140 KB', async ({ signedIn, api }) => {
  await storeFlow(api, { name: 'Listed' });
  const { kilobytes } = await weightOf(signedIn, '/flows', 'td a.nm');
  expect(kilobytes).toBeLessThanOrEqual(140);
});

test('the designer loads at most 342 KB in 20 files before its first cards', async ({ signedIn, api }) => {
  const { sid } = await storeFlow(api, { name: 'Opened' });
  const { kilobytes, files } = await weightOf(signedIn, `/flows/${sid}`, '[data-card]');
  expect(kilobytes).toBeLessThanOrEqual(342);
  expect(files.length).toBeLessThanOrEqual(20);
  expectNone(files, 'elk-layouter');
});

test('the email settings load at most 250 KB, and nothing of the designer', async ({ signedIn }) => {
  const { kilobytes, files } = await weightOf(signedIn, '/settings/email', '.email .panel-columns');
  expect(kilobytes).toBeLessThanOrEqual(250);
  expectNone(files, 'canvas', 'designer', 'opening', 'reading');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the designer loads at most 320 KB before its first widgets, and no canvas', async ({
    signedIn,
    api,
  }) => {
    const { sid } = await storeFlow(api, { name: 'Read' });
    const { kilobytes, files } = await weightOf(signedIn, `/flows/${sid}`, '.reading-card');
    expect(kilobytes).toBeLessThanOrEqual(320);
    expectNone(files, 'canvas');
  });
});
