/** A call that is tried on the page is heard: by the waveform of what the page sends to the loudspeaker. */

import { spawnSync } from 'node:child_process';
import { expect, test } from '../account-fixtures.ts';
import { installPackage } from '../cluster/install-packages.ts';
import { forgetOutput, heardOutput, heardTones, loudSeconds, recordOutput } from '../heard-audio.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { voiceMenu } from '../simulated-flows.ts';

const hasSynthesizer = () => spawnSync('espeak-ng', ['--version']).status === 0;
const noSynthesizer = 'espeak-ng is not installed, and cannot be installed here';

test.beforeAll(() => {
  if (!hasSynthesizer()) installPackage('espeak-ng');
});

test.describe('a phone menu in a test run', () => {
  test.beforeEach(async ({ api, signedIn: page }) => {
    await recordOutput(page);
    await new DesignerPage(page).open(await storeFlow(api, voiceMenu()));
    await page.keyboard.press('ControlOrMeta+Enter');
  });

  test('is spoken after one click, and its keys have their tones', async ({ signedIn: page }) => {
    test.skip(!hasSynthesizer(), noSynthesizer);
    const panel = page.getByRole('complementary', { name: 'Test run' });
    await expect(panel.getByRole('button', { name: 'Call', exact: true })).toBeVisible();
    expect((await heardOutput(page)).samples.length, 'sound before a call').toBe(0);
    const spoken = page.waitForResponse((response) => response.url().endsWith('/v1/Carrier/Speech'));
    await panel.getByRole('button', { name: 'Call', exact: true }).click();
    expect((await spoken).headers()['content-type']).toBe('audio/wav');
    await expect(panel.getByText('Spoken by the server')).toBeVisible();
    // "Press 1 for sales." takes about a second and a half.
    await expect.poll(async () => loudSeconds(await heardOutput(page))).toBeGreaterThan(0.8);
    await expect(panel.locator('[data-speaking]')).toHaveCount(0);
    expect(heardTones(await heardOutput(page)), 'tones in speech').toEqual([]);

    await forgetOutput(page);
    await page.keyboard.press('1');
    await expect(panel.getByText('Sales speaking.')).toBeVisible();
    await expect.poll(async () => heardTones(await heardOutput(page))).toEqual(['697+1209']);
    await expect.poll(async () => loudSeconds(await heardOutput(page))).toBeGreaterThan(0.8);
  });

  test('is silent where sound is off, which is remembered, and goes on all the same', async ({
    signedIn: page,
  }) => {
    const panel = page.getByRole('complementary', { name: 'Test run' });
    await panel.getByRole('button', { name: 'Call', exact: true }).click();
    await panel.getByRole('button', { name: 'Sound' }).click();
    await expect(panel.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'false');
    await page.reload();
    await page.keyboard.press('ControlOrMeta+Enter');
    await panel.getByRole('button', { name: 'Call', exact: true }).click();
    await expect(panel.getByText('Press 1 for sales.')).toBeVisible();
    await panel.getByRole('button', { name: 'Press 1', exact: true }).click();
    await expect(panel.getByText('Sales speaking.')).toBeVisible();
    // The recorder runs, and has nothing but silence.
    await expect.poll(async () => (await heardOutput(page)).samples.length).toBeGreaterThan(20_000);
    expect(loudSeconds(await heardOutput(page))).toBe(0);
  });
});
