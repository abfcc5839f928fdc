/** The bar of the designer on narrow pages, and what an empty flow offers on a low one. */

import { emptyDefinition } from '#flow/definition.ts';
import { expect, test } from '../fixtures.ts';
import { editOnPhone, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test.describe('on a page that is not high', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test('the choices of an empty flow say what they do, beside the zoom controls', async ({
    signedIn: page,
    api,
  }) => {
    await page.goto(`/flows/${await storeFlow(api, emptyDefinition('A new flow'))}`);
    const choice = page.getByRole('button', { name: 'Incoming message Ask a question' });
    const sentence = choice.getByText('Ask a question and wait for');
    await expect(sentence).toBeInViewport({ ratio: 1 });
    const controls = page.getByRole('button', { name: 'Zoom in' });
    await expect(controls).toBeVisible();
    const [shown, below] = [await choice.boundingBox(), await controls.boundingBox()];
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the flow’s name and every toolbar command are visible', { tag: '@journey' }, async ({
    signedIn: page,
    api,
  }) => {
    await editOnPhone(page);
    const sid = await storeFlow(api, smallFlow(), 'Appointment reminder');
    await page.goto(`/flows/${sid}`);
    const bar = page.locator('.topbar');
    const name = bar.getByRole('heading', { level: 1 });
    await expect(name).toBeInViewport({ ratio: 1 });
    for (const command of ['Undo', 'Validate', 'Publish', 'More flow actions'])
      await expect(bar.getByRole('button', { name: command, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(bar.getByRole('link', { name: 'Executions' })).toBeInViewport({ ratio: 1 });
    const [title, saved] = [
      await name.boundingBox(),
      await bar.getByText('All changes saved').first().boundingBox(),
    ];
    expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(saved?.x ?? 0);
  });
});

for (const locale of ['en-GB', 'de-DE']) {
  test.describe(`at 200 % zoom, ${locale}`, () => {
    test.use({ viewport: { width: 720, height: 450 }, locale });

    test('nothing in the bar covers anything else, and no minimap covers cards', async ({
      signedIn: page,
      api,
    }) => {
      const sid = await storeFlow(api, smallFlow(), 'Appointment reminder');
      await page.goto(`/flows/${sid}`);
      await expect(page.locator('.flow-canvas')).toBeVisible();
      await expect(page.getByRole('img', { name: /^(Minimap|Übersicht)/ })).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
      const covered = () => page.locator('.topbar').evaluate(overlapsIn);
      await expect.poll(covered).toEqual([]);
    });
  });
}

/** The pairs of controls and texts of the bar whose boxes overlap, and those that leave the page. */
function overlapsIn(bar: Element): string[] {
  const parts = [...bar.querySelectorAll('nav a, h1 .flowname, .saved, [role="toolbar"] :is(button, a)')]
    .map((part) => ({ name: part.ariaLabel ?? part.textContent ?? '', box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1);
  return parts.flatMap(({ name, box }, index) => [
    ...(box.left < 0 || box.right > innerWidth ? [`${name} leaves the page`] : []),
    ...parts.slice(index + 1).flatMap((other) => {
      const isApart =
        box.right <= other.box.left + 1 ||
        other.box.right <= box.left + 1 ||
        box.bottom <= other.box.top + 1 ||
        other.box.bottom <= box.top + 1;
      return isApart ? [] : [`${name} and ${other.name}`];
    }),
  ]);
}
