/** The language of the page: by the browser, chosen in the account menu, and pseudo-locales in both directions. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { connect } from '#flow/edit/connect.ts';
import { removeWidgets } from '#flow/edit/remove-widgets.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { outletsOf } from '#flow/graph.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

const menuOf = (page: Page) => page.getByRole('button', { name: /^(Account|Konto) / });

test('German is chosen in the account menu, kept in this browser, and left again', {
  tag: '@journey',
}, async ({ signedIn }) => {
  await signedIn.goto('/flows');
  await expect(signedIn.getByRole('heading', { name: 'Flows', level: 1 })).toBeVisible();
  await menuOf(signedIn).click();
  await signedIn.getByRole('menuitem', { name: /^Deutsch/ }).click();
  await expect(signedIn.getByRole('button', { name: 'Neuer Flow' }).first()).toBeVisible();
  await expect(signedIn.locator('html')).toHaveAttribute('lang', 'de');
  await signedIn.reload();
  await expect(signedIn.getByRole('button', { name: 'Neuer Flow' }).first()).toBeVisible();
  await menuOf(signedIn).press('Enter');
  await signedIn.getByRole('menuitem', { name: /^English/ }).press('Enter');
  await expect(signedIn.getByRole('button', { name: 'New flow' }).first()).toBeVisible();
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('the page is German, and accessible in the list, the designer and the settings', async ({
    api,
    signedIn,
  }) => {
    const sid = await storeFlow(api, smallFlow());
    await signedIn.goto('/flows');
    await expect(signedIn.getByRole('button', { name: 'Neuer Flow' }).first()).toBeVisible();
    await expectAccessible(signedIn);
    await signedIn.goto(`/flows/${sid}`);
    await expect(signedIn.getByRole('button', { name: 'Veröffentlichen', exact: true })).toBeVisible();
    await expect(signedIn.locator('.flow-canvas').getByText('Eingehende Nachricht')).toBeVisible();
    await expectAccessible(signedIn);
    await signedIn.goto(`/flows/${sid}?widget=thank`);
    await expect(signedIn.getByRole('textbox', { name: 'Nachricht', exact: true })).toBeVisible();
    await signedIn.getByRole('textbox', { name: 'Name des Widgets' }).fill('ask');
    await expect(signedIn.getByText('Ein anderes Widget heißt ask.')).toBeVisible();
    await signedIn.goto('/settings/operations');
    await expect(signedIn.getByRole('heading', { name: 'Systemzustand' })).toBeVisible();
    await expectAccessible(signedIn);
  });
});

test.describe('changes in a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('are German sentences before publishing and in the history', async ({ api, signedIn: page }) => {
    const sid = await storeFlow(api, smallFlow());
    const flow = setProperty(smallFlow(), 'ask', 'body', 'Wie geht es?');
    const save = async (Status: string, definition: FlowDefinition) => {
      const form = { Status, Definition: JSON.stringify(definition) };
      expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
    };
    await save('published', flow);
    await save('draft', connect(flow, { widget: 'ask', outlet: 'timeout' }, 'spare'));
    await page.goto(`/flows/${sid}`);
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('„Keine Antwort“ von ask führt jetzt zu spare.');

    await save('published', removeWidgets(flow, ['spare']));
    await page.goto(`/flows/${sid}/history`);
    const rows = page.getByRole('complementary', { name: 'Revisionen' }).getByRole('link');
    await expect(rows.nth(0)).toContainText('Entfernt spare.');
    await expect(rows.nth(1)).toContainText('Ändert ask (timeout).');
    await rows.nth(1).click();
    const changes = page.getByRole('complementary', { name: 'Änderungen' });
    await changes.getByText('Details').click();
    await expect(changes).toContainText('„Keine Antwort“ von ask führt jetzt zu spare.');

    // The revision that this one is compared with is not in the list.
    await page.goto(`/flows/${sid}/history?q=spare&status=published`);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Entfernt spare.');
  });

  test('are German sentences where the history has more published revisions than a page', async ({
    api,
    signedIn: page,
  }) => {
    const sid = await storeFlow(api, smallFlow());
    for (let n = 1; n <= 204; n += 1) {
      const Definition = JSON.stringify(setProperty(smallFlow(), 'ask', 'body', `Frage ${n}`));
      expect((await api.post(paths.flow(sid), { form: { Status: 'published', Definition } })).status()).toBe(
        200,
      );
    }
    await page.goto(`/flows/${sid}/history`);
    const list = page.getByRole('complementary', { name: 'Revisionen' });
    const rowOf = (revision: number) =>
      list.getByRole('link').filter({ hasText: new RegExp(`^${revision}\\D`) });
    await expect(rowOf(205)).toContainText('Ändert ask (body).');
    await rowOf(205).focus();
    // The first time to the end of the first page.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(rowOf(3)).toContainText('Ändert ask (body).', { timeout: 1_000 });
    }).toPass();
  });
});

for (const locale of ['en-US', 'de-DE']) {
  test.describe(`in a browser in ${locale}`, () => {
    test.use({ locale });

    test('no label of an outlet or of the library is cut', async ({ api, signedIn: page }) => {
      const shown = [
        ...['send-and-wait-for-reply', 'make-outgoing-call-v2', 'capture-payments', 'enqueue-call'],
        ...['connect-virtual-agent-v2', 'record-voicemail'],
      ] as const satisfies WidgetTypeName[];
      const trigger = { ...widgetTypes.trigger.example, transitions: [] };
      const states = shown.map((type, index) => ({
        ...widgetTypes[type].example,
        name: `widget_${index}`,
        transitions: [],
        properties: {
          ...widgetTypes[type].example.properties,
          offset: { x: (index % 2) * 400 - 140, y: 160 + Math.floor(index / 2) * 180 },
        },
      }));
      const definition = { ...smallFlow(), states: [trigger, ...states] };
      const designer = new DesignerPage(page);
      await designer.open(await storeFlow(api, definition));
      const cut = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('.out .tx, .lib .w > *, .lib .hd input')].flatMap((label) =>
            label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight + 1
              ? [label.textContent]
              : [],
          ),
        );
      const outlets = definition.states.flatMap((state) => outletsOf(state));
      await expect(page.locator('.out .tx')).toHaveCount(outlets.length);
      // Below 100 % letters may be drawn larger than their cell.
      await page.keyboard.press('Shift+Digit0');
      await expect.poll(cut).toEqual([]);
    });
  });
}

test.describe('in an English browser', () => {
  test('no other language is loaded', async ({ signedIn }) => {
    const loaded: string[] = [];
    signedIn.on('request', (request) => loaded.push(request.url()));
    await signedIn.goto('/flows');
    await expect(signedIn.getByRole('heading', { name: 'Flows', level: 1 })).toBeVisible();
    expect(loaded.filter((url) => /german|pseudo/.test(url))).toEqual([]);
  });
});

for (const [language, direction] of [
  ['pseudo', 'ltr'],
  ['mirrored', 'rtl'],
] as const) {
  test(`long texts from ${direction === 'ltr' ? 'left to right' : 'right to left'} fit the page`, async ({
    signedIn,
  }) => {
    await signedIn.addInitScript((chosen) => localStorage.setItem('patchbay.language', chosen), language);
    for (const [path, heading] of [
      ['/flows', /\[Flöwš/],
      ['/settings/operations', /\[Øpérátíöñš/],
    ] as const) {
      await signedIn.goto(path);
      await expect(signedIn.getByRole('heading', { name: heading }).first()).toBeVisible();
      await expect(signedIn.locator('html')).toHaveAttribute('dir', direction);
      const [inner, outer] = await signedIn.evaluate(() => [
        document.documentElement.scrollWidth,
        innerWidth,
      ]);
      expect(inner).toBeLessThanOrEqual(outer ?? 0);
    }
  });
}

test('a message field takes the direction of what is written', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  await designer.field('Message').fill('شكرا لك');
  await expect(designer.field('Message')).toHaveCSS('direction', 'rtl');
});
