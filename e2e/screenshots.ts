/** Takes screenshots of every screen, light and dark, into `screenshots/`; `--docs` also updates the three of the README. */

import { copyFile, mkdir } from 'node:fs/promises';
import { chromium, request } from 'playwright/test';
import { findBrowser } from './browser.ts';
import { fillAccount } from './filled-account.ts';
import { setTheme, signIn } from './fixtures.ts';
import { screensOf } from './screens.ts';
import { startServer } from './server.ts';

const folder = 'screenshots';
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const forReadme: Record<string, string> = {
  flows: 'flows',
  'designer-widget': 'designer',
  execution: 'execution',
};

await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await chromium.launch(await findBrowser());
try {
  const { sid: username, token: password } = server.account;
  const api = await request.newContext({
    baseURL: server.url,
    httpCredentials: { username, password, send: 'always' },
  });
  const screens = screensOf(await fillAccount(api));
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: desk });
    await setTheme(page, theme);
    await page.goto(`${server.url}/sign-in`);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: `${folder}/sign-in-${theme}.png` });
    await signIn(page, server);
    for (const screen of screens) {
      await page.setViewportSize(screen.only === 'narrow' ? phone : desk);
      await screen.open(page, server.url);
      // Animations have ended when two screenshots in a row are equal.
      for (let last = '', now = 'first'; last !== now; ) {
        last = now;
        now = (await page.screenshot({ path: `${folder}/${screen.name}-${theme}.png` })).toString('base64');
      }
      console.log(`${folder}/${screen.name}-${theme}.png`);
    }
    await page.close();
  }
  await api.dispose();
} finally {
  await browser.close();
  await server.stop();
}
if (process.argv.includes('--docs')) {
  for (const [screen, name] of Object.entries(forReadme)) {
    await copyFile(`${folder}/${screen}-light.png`, `docs/${name}.png`);
  }
}
