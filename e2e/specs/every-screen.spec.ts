/** What must hold on every screen: no console errors, nothing serious for axe, in both themes. */

import { expectAccessible, setTheme } from '../fixtures.ts';
import { expect, test } from '../own-account.ts';
import { fillAccount } from '../screens.ts';

for (const theme of ['light', 'dark'] as const) {
  test(`every screen is accessible in the ${theme} theme`, async ({ api, signedIn, server }) => {
    test.setTimeout(180_000);
    const screens = await fillAccount(api);
    await setTheme(signedIn, theme);
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await screen.open(signedIn, server.url);
        expect(await signedIn.title(), screen.name).toMatch(/Patchbay$/);
        await expectAccessible(signedIn);
      });
    }
  });
}
