/** Every state of the designer is accessible, in both themes. */

import type { Page } from 'playwright/test';
import { addWidget } from '#flow/edit/add-widget.ts';
import { addBranch } from '#flow/edit/branches.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, expectAccessible, setTheme, test } from '../fixtures.ts';
import { DesignerPage, middleOf, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

type State = {
  name: string;
  reach(designer: DesignerPage, page: Page): Promise<void>;
  leave?(page: Page): Promise<void>;
  exempt?: string[];
};

const pressEscape = (page: Page) => page.keyboard.press('Escape');

/** In order: each state is reached from the one before. */
const states: State[] = [
  { name: 'nothing selected', reach: async () => {} },
  { name: 'a widget selected', reach: (designer) => designer.select('ask') },
  {
    name: 'help on a type',
    reach: (_, page) => page.getByRole('button', { name: 'About this widget type' }).click(),
    leave: pressEscape,
  },
  {
    name: 'completion of a variable',
    async reach(designer, page) {
      await designer.field('Message').click();
      await page.keyboard.type(' {{');
      await expect(designer.settings.getByRole('option').first()).toBeVisible();
    },
    // The arrow keys of the text scroll the list, as those of a combobox do.
    exempt: ['scrollable-region-focusable'],
    leave: pressEscape,
  },
  { name: 'transitions', reach: (designer) => designer.showTab(/^Transitions/) },
  {
    name: 'choosing a target',
    async reach(designer, page) {
      await designer.settings.getByRole('combobox', { name: 'Target of Failed' }).click();
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    },
    // The rest of the page is hidden only while the list is open, and blur closes it.
    exempt: ['aria-hidden-focus'],
    leave: pressEscape,
  },
  { name: 'JSON', reach: (designer) => designer.showTab(/^JSON/) },
  {
    name: 'the conditions of a split',
    async reach(designer) {
      await designer.select('choose');
      await designer.showTab(/^Transitions/);
    },
  },
  {
    name: 'several selected',
    async reach(designer, page) {
      await designer.card('spare').click({ position: { x: 60, y: 20 }, modifiers: ['Shift'] });
      await expect(page.getByText('2 widgets selected')).toBeVisible();
    },
  },
  {
    name: 'problems',
    async reach(designer, page) {
      await designer.select('thank');
      await designer.showTab(/^Config/);
      await designer.field('Message').fill('');
      await page.getByRole('button', { name: /^Validate/ }).click();
      await designer.problems.getByRole('link', { name: 'Message is required' }).click();
    },
  },
  {
    name: 'not published',
    async reach(_, page) {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect(page.getByRole('dialog').getByText('Fix 1 error before publishing.')).toBeVisible();
    },
    leave: pressEscape,
  },
  {
    name: 'adding from a jack',
    async reach(designer, page) {
      await designer.undo();
      await designer.jack('ask', 'Failed').click();
      await expect(page.getByRole('searchbox', { name: 'What happens after “Failed”?' })).toBeVisible();
    },
    leave: pressEscape,
  },
  {
    name: 'connecting by name',
    async reach(designer, page) {
      await designer.select('ask');
      await page.keyboard.press('c');
      await expect(page.getByRole('combobox', { name: /^Connect / })).toBeVisible();
    },
    leave: pressEscape,
  },
  {
    name: 'a cord pointed at',
    async reach(designer, page) {
      const jack = await middleOf(designer.jack('ask', 'Reply'));
      await page.mouse.move(jack.x, jack.y + 14, { steps: 3 });
      await expect(page.getByRole('button', { name: 'Remove connection' })).toBeVisible();
    },
  },
  {
    name: 'outline',
    async reach(_, page) {
      await page.getByRole('button', { name: 'Show outline' }).click();
      await expect(page.getByRole('complementary', { name: 'Outline' })).toBeVisible();
    },
  },
  {
    name: 'undo history',
    reach: (_, page) => page.getByRole('button', { name: 'Undo steps' }).click(),
    leave: pressEscape,
  },
  {
    name: 'the menu of the flow',
    reach: (_, page) => page.getByRole('button', { name: 'More flow actions' }).click(),
    leave: pressEscape,
  },
  {
    name: 'publishing',
    async reach(_, page) {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    leave: pressEscape,
  },
];

// The browser reports the requests that fail while it is offline.
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

function everything() {
  const { definition } = addWidget(smallFlow(), 'split-based-on', { x: 440, y: 180 }, 'choose');
  return addBranch(setProperty(definition, 'choose', 'input', '{{widgets.ask.inbound.Body}}'), 'choose')
    .definition;
}

for (const theme of ['light', 'dark'] as const) {
  test(`every state of the designer is accessible in the ${theme} theme`, async ({ api, signedIn }) => {
    test.setTimeout(180_000);
    await setTheme(signedIn, theme);
    await signedIn.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
    const designer = new DesignerPage(signedIn);
    const sid = await storeFlow(api, everything());
    await designer.open(sid);
    for (const { name, reach, exempt, leave } of states) {
      await test.step(name, async () => {
        await reach(designer, signedIn);
        await expectAccessible(signedIn, exempt);
        await leave?.(signedIn);
      });
    }
    await test.step('offline', async () => {
      await designer.select('ask');
      await signedIn.context().setOffline(true);
      await designer.field('Reply stored as').fill('mood');
      await expect(signedIn.getByText('Offline, 1 change kept in this browser').first()).toBeVisible();
      await expectAccessible(signedIn);
    });
  });
}
