/** Every screen and dialog of the page with content, for screenshots and accessibility checks. */

import type { Locator, Page } from 'playwright/test';
import type { FilledAccount } from './filled-account.ts';
import { PageWords } from './page-words.ts';

/** Screens that are checked together, in one spec of `specs/screens`. */
export const areas = [
  'lists',
  'designer',
  'designer-panels',
  'designer-dialogs',
  'reading',
  'executions',
  'execution-dialogs',
  'history',
  'comparison',
  'settings',
  'settings-dialogs',
  'email',
  'email-lists',
] as const;

export type Area = (typeof areas)[number];

export type Screen = {
  name: string;
  area: Area;
  /** Where else it is not shown: on screens at most 640 px wide, or on wider ones. */
  only?: 'narrow' | 'wide';
  /** Navigates to the screen and waits until its content is rendered; the words are in the language of the page. */
  open(page: Page, url: string, words?: PageWords): Promise<void>;
};

type Unplaced = Omit<Screen, 'area'>;
type Ready = (page: Page, words: PageWords) => Promise<unknown>;

export function screensOf(account: FilledAccount): Screen[] {
  const { revised, grouped } = account;
  const placed: Record<Area, Unplaced[]> = {
    lists: lists(),
    designer: designer(account),
    'designer-panels': designerPanels(account),
    'designer-dialogs': designerDialogs(account),
    reading: reading(account),
    executions: executions(account),
    'execution-dialogs': executionDialogs(account),
    history: history(revised, grouped),
    comparison: comparison(revised),
    settings: settings(account),
    'settings-dialogs': settingsDialogs(),
    email: email(account),
    'email-lists': emailLists(),
  };
  return areas.flatMap((area) => placed[area].map((screen) => ({ ...screen, area })));
}

function at(name: string, path: string, ready: Ready): Unplaced {
  return {
    name,
    async open(page, url, words = new PageWords('en')) {
      await page.goto(`${url}${path}`);
      await ready(page, words);
      await page.waitForLoadState('networkidle');
    },
  };
}

/** A dialog that opens with a button of this English name, or with an item of the menu that the button opens. */
function dialog(name: string, path: string, button: string, item?: string): Unplaced {
  return at(name, path, async (page, words) => {
    await page
      .getByRole('button', { name: words.of(button) })
      .first()
      .click();
    if (item !== undefined) await page.getByRole('menuitem', { name: words.of(item) }).click();
    await shownDialog(page);
  });
}

/** Resolves once a dialog is open and the menu that it was chosen in is gone. */
async function shownDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

/** Chooses a command of the designer in its palette, by a part of its English name. */
async function command(page: Page, words: PageWords, name: string): Promise<void> {
  await canvas(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  await page.keyboard.type(words.text(name).replace('…', ''));
  await page
    .getByRole('option', { name: words.text(name) })
    .first()
    .click();
}

/** Opens Ask or Phone menu from the palette, and types into its first field. */
async function composer(page: Page, words: PageWords, name: string, typed: string): Promise<void> {
  await canvas(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  await page.keyboard.type(words.text(name));
  await page
    .getByRole('option', { name: words.text(name) })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: words.text(name) })
    .getByRole('textbox')
    .first()
    .fill(typed);
}

const canvas = (page: Page) => page.locator('.flow-canvas').waitFor();
const text = (data: string | RegExp) => (page: Page) => page.getByText(data).first().waitFor();
const word =
  (english: string): Ready =>
  (page, words) =>
    page.getByText(words.of(english)).first().waitFor();
const heading =
  (name: string): Ready =>
  (page, words) =>
    page
      .getByRole('heading', { name: words.of(name), level: 1 })
      .first()
      .waitFor();

function lists(): Unplaced[] {
  return [
    at('flows', '/flows', text('Phone menu')),
    dialog('flows-new', '/flows', 'New flow'),
    at('flows-roll-back', '/flows', async (page, words) => {
      const row = page.getByRole('row').filter({ hasText: 'Survey' });
      await row.getByRole('button', { name: words.of('Actions for {{name}}') }).click();
      await page.getByRole('menuitem', { name: words.of('Roll back…') }).click();
      await shownDialog(page);
    }),
    at('all-accounts', '/all-accounts', text('Phone menu')),
    at('alerts', '/alerts', (page, words) =>
      page.getByRole('heading', { name: words.of('Rules') }).waitFor(),
    ),
    at('alerts-rule', '/alerts?rule=no-starts', (page) => page.locator('.alert-panel').waitFor()),
    dialog('alerts-target', '/alerts?rule=every', 'Add email, webhook or flow'),
    dialog('alerts-new-rule', '/alerts', 'New rule'),
    at('tasks', '/tasks', heading('Tasks')),
    at('test-phone', '/test-phone', (page, words) =>
      page.getByRole('textbox', { name: words.of('Text message') }).waitFor(),
    ),
    at('sign-in', '/sign-in', (page, words) =>
      page.getByRole('button', { name: words.of('Use the account SID and token') }).waitFor(),
    ),
    at('join-used', '/join', (page) => page.getByRole('heading', { level: 1 }).waitFor()),
    at('not-found', '/no/such/page', (page) => page.getByRole('heading', { level: 1 }).waitFor()),
  ];
}

function designer({ flow, blank, grouped }: FilledAccount): Unplaced[] {
  return [
    at('designer', `/flows/${flow}`, canvas),
    at('designer-widget', `/flows/${flow}?widget=remind`, (page, words) =>
      page.getByRole('textbox', { name: words.of('Message') }).waitFor(),
    ),
    at('designer-groups', `/flows/${grouped}`, (page, words) =>
      page
        .getByRole('group', { name: words.of('Group: {{title}}, {{count}} widgets') })
        .first()
        .focus(),
    ),
    at('designer-blank', `/flows/${blank}`, canvas),
    at('designer-comments', `/flows/${flow}`, async (page, words) => {
      await canvas(page);
      const pin = words.of(['Comment by {{name}} on {{place}}', 'Unread comment by {{name}} on {{place}}'], {
        name: 'Ann',
        place: 'remind',
      });
      await page.getByRole('button', { name: pin }).first().click();
      await page.getByText('Better: from the clinic.').waitFor();
    }),
  ];
}

function designerPanels({ flow, execution }: FilledAccount): Unplaced[] {
  return [
    at('designer-test', `/flows/${flow}`, async (page, words) => {
      await canvas(page);
      await page.getByRole('button', { name: words.of('Test') }).click();
      await page.getByRole('radio', { name: words.of('Request') }).click();
      await page
        .getByRole('textbox', { name: words.of('Parameters') })
        .fill('{"name": "Sam", "time": "9:00"}');
      await page.getByRole('button', { name: words.of('Start with this request') }).click();
      // The bar that says so is hidden where the panel covers the canvas.
      await page.getByRole('button', { name: 'yes', exact: true }).waitFor();
    }),
    at('designer-recorded-test', `/flows/${flow}?test=${execution}`, (page, words) =>
      page.getByRole('complementary', { name: words.of('Test run') }).waitFor(),
    ),
    at('designer-search', `/flows/${flow}`, async (page, words) => {
      await canvas(page);
      await page.keyboard.press('ControlOrMeta+h');
      const panel = page.getByRole('complementary', { name: words.of('Search') });
      await panel.getByRole('searchbox').fill('time');
      await panel.getByRole('textbox', { name: words.of('Replace with') }).fill('hour');
      await panel.getByRole('button', { name: words.of('Replace {{count}} texts') }).waitFor();
    }),
    at('designer-counts', `/flows/${flow}`, async (page, words) => {
      await page.getByRole('button', { name: words.of('More flow actions') }).click();
      await page.getByRole('menuitem', { name: words.of('Execution counts') }).click();
      await page.getByText(words.of('{{count}} waiting now')).waitFor();
    }),
  ];
}

function designerDialogs({ flow, revised }: FilledAccount): Unplaced[] {
  const dialogOf = (page: Page): Locator => page.getByRole('dialog');
  return [
    at('designer-publish', `/flows/${revised}`, async (page, words) => {
      await canvas(page);
      await page.getByRole('button', { name: words.of('Publish') }).click();
      await dialogOf(page).getByText(words.of('Changes since published revision {{revision}}')).waitFor();
    }),
    at('designer-unpublished', `/flows/${revised}`, async (page, words) => {
      await canvas(page);
      await page.locator('button.state-chip').click();
      await dialogOf(page)
        .getByRole('button', { name: words.of('Discard…') })
        .waitFor();
    }),
    at('designer-discard', `/flows/${revised}`, async (page, words) => {
      await canvas(page);
      await page.locator('button.state-chip').click();
      await dialogOf(page)
        .getByRole('button', { name: words.of('Discard…') })
        .click();
      await page
        .getByRole('dialog', { name: words.of(['Discard {{count}} change?', 'Discard {{count}} changes?']) })
        .waitFor();
    }),
    at('designer-palette', `/flows/${flow}`, async (page) => {
      await canvas(page);
      await page.keyboard.press('ControlOrMeta+k');
      await dialogOf(page).getByRole('option').first().waitFor();
    }),
    at('designer-ask', `/flows/${flow}`, async (page, words) => {
      await composer(page, words, 'Ask', 'Can you come to your appointment?');
      await dialogOf(page)
        .getByRole('textbox', { name: words.of('Answer {{n}}'), exact: true })
        .first()
        .fill('yes');
    }),
    at('designer-phone-menu', `/flows/${flow}`, (page, words) =>
      composer(page, words, 'Phone menu', 'Welcome to the clinic.'),
    ),
    at('designer-keys', `/flows/${flow}`, async (page, words) => {
      await canvas(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: words.of('Keyboard shortcuts') }).waitFor();
    }),
    at('designer-extract', `/flows/${flow}`, async (page, words) => {
      await canvas(page);
      // By keys, which bring it into view: on a low page it may lie below what floats.
      await page.getByRole('group', { name: /^check_reply, / }).focus();
      await page.keyboard.press('Enter');
      await command(page, words, 'Extract into a subflow…');
      await page.getByRole('dialog', { name: words.of('Extract into a subflow') }).waitFor();
    }),
    at('designer-search-flows', `/flows/${flow}`, async (page, words) => {
      await command(page, words, 'Search in all flows');
      await page.getByRole('dialog', { name: words.of('Search in all flows') }).waitFor();
    }),
    at('designer-save', `/flows/${revised}`, async (page, words) => {
      await command(page, words, 'Save with message…');
      await page.getByRole('dialog', { name: words.of('Save {{name}}') }).waitFor();
    }),
  ];
}

/** The designer on a phone, where it is for reading. */
function reading({ flow, blank }: FilledAccount): Unplaced[] {
  const cards: Ready = (page, words) =>
    page.getByRole('region', { name: words.of('Widgets of the flow') }).waitFor();
  const screens = [
    at('reading', `/flows/${flow}`, cards),
    at('reading-widget', `/flows/${flow}?widget=remind`, (page, words) =>
      page.getByRole('dialog', { name: 'remind' }).getByText(words.of('Wait for a reply')).waitFor(),
    ),
    at('reading-search', `/flows/${flow}`, async (page, words) => {
      await cards(page, words);
      await page.getByRole('searchbox', { name: words.of('Search in this flow') }).fill('time');
      await page.getByText(words.of('{{count}} widgets')).waitFor();
    }),
    at('reading-comments', `/flows/${flow}`, async (page, words) => {
      await cards(page, words);
      await page.getByRole('button', { name: words.of(['Comments', 'Comments, {{unread}} unread']) }).click();
      await page.getByText('A second reminder belongs here.').waitFor();
    }),
    at('reading-blank', `/flows/${blank}`, word('Nothing happens in this flow yet')),
  ];
  return screens.map((screen) => ({ ...screen, only: 'narrow' }));
}

function executions({ flow, execution }: FilledAccount): Unplaced[] {
  return [
    at('executions', '/executions', text('+1 ••• ••00')),
    at('executions-of-a-flow', `/flows/${flow}/executions`, text('+1 ••• ••00')),
    at('execution', `/flows/${flow}/executions/${execution}`, canvas),
  ];
}

function executionDialogs({ flow, execution }: FilledAccount): Unplaced[] {
  const path = `/flows/${flow}/executions/${execution}`;
  return [
    dialog('execution-keep-as-test', path, 'More actions', 'Keep as test'),
    dialog('execution-run-again', path, 'More actions', 'Run again'),
    { ...dialog('executions-end-all', '/executions', 'End or delete…'), only: 'wide' },
    at('start', `/flows/${flow}/executions?start=true`, (page) => page.getByRole('dialog').waitFor()),
  ];
}

function history(revised: string, grouped: string): Unplaced[] {
  return [
    at('history', `/flows/${revised}/history`, text(/to_the_desk \(attributes\)/)),
    at('history-of-one-revision', `/flows/${grouped}/history`, word('First revision')),
    at('history-edits', `/flows/${revised}/history?list=edits&edits=3..3`, (page, words) =>
      page
        .getByRole('heading', { name: words.of('Edit {{edit}}') })
        .first()
        .waitFor(),
    ),
    dialog('history-publishing', `/flows/${revised}/history`, 'Publishing'),
    {
      ...at('history-restore', `/flows/${revised}/history?revision=1`, async (page, words) => {
        await page
          .getByRole('button', { name: words.of('Restore {{revision}}…', { revision: '1' }) })
          .click();
        await shownDialog(page);
      }),
      only: 'wide',
    },
  ];
}

function comparison(revised: string): Unplaced[] {
  const path = `/flows/${revised}/history?compare=1..3`;
  const compared = (page: Page) => page.getByRole('heading', { name: /to_the_desk/ }).waitFor();
  return [
    at('history-compare', path, compared),
    at('history-compare-list', `${path}&view=list`, compared),
    at('history-compare-json', `${path}&view=json`, (page, words) =>
      page.getByRole('group', { name: words.of('Both definitions as JSON, side by side') }).waitFor(),
    ),
  ];
}

function settings({ flow }: FilledAccount): Unplaced[] {
  return [
    at('services', '/settings/services', (page, words) =>
      page.getByRole('region', { name: words.of('Chat') }).waitFor(),
    ),
    at('services-tasks', '/settings/services?show=tasks', (page) =>
      page.getByRole('article').first().waitFor(),
    ),
    at('operations', '/settings/operations', word('No failed jobs')),
    at('test-users', `/settings/flows/${flow}/test-users`, (page) =>
      page.getByRole('row', { name: '+15005551000' }).waitFor(),
    ),
    at('flow-webhook', `/settings/flows/${flow}/webhook`, (page, words) =>
      page.getByRole('textbox', { name: words.of('Webhook URL') }).waitFor(),
    ),
    at('account', '/settings/account', text('Branch office')),
    at('numbers', '/settings/numbers', (page) =>
      page.getByRole('heading', { name: '+15005550006' }).waitFor(),
    ),
    at('events', '/settings/events', text('https://receiver.example/')),
    at('members', '/settings/members', text('yara@receiver.example')),
    at('roles', '/settings/roles', text('flows.publish')),
    at('audit', '/settings/audit', text('yara@receiver.example')),
    at('contacts', '/settings/contacts', word('No erasures yet')),
    at('groups', '/settings/members?groups=true', word('No groups')),
    at('rules', '/settings/members?rules=true', word('No rules')),
    at('sign-in-settings', '/settings/sign-in', word('No identity providers')),
    at('profile', '/settings/profile', heading('Profile')),
    at('tokens', '/settings/tokens?all=true', heading('Tokens')),
  ];
}

function settingsDialogs(): Unplaced[] {
  return [
    dialog('account-add-subaccount', '/settings/account', 'Add subaccount'),
    dialog('account-add-key', '/settings/account', 'Add API key'),
    dialog('account-replace-token', '/settings/account', 'Replace token'),
    dialog('numbers-add-number', '/settings/numbers', 'Add number'),
    dialog('numbers-add-carrier', '/settings/numbers', 'Add carrier'),
    dialog('events-add-sink', '/settings/events', 'Add sink'),
    dialog('members-invite', '/settings/members', 'Invite people'),
    dialog('sign-in-add-provider', '/settings/sign-in', 'Add provider'),
    dialog('groups-add', '/settings/members?groups=true', 'Make a group'),
    dialog('flows-first-owner', '/flows', 'Make the first owner'),
  ];
}

const emailPath = '/settings/email';

/** Every page of email that has something on it. */
function email({ email: { webhook, key, mail, domain, link, template } }: FilledAccount): Unplaced[] {
  return [
    at('email', emailPath, text('Production sender')),
    at('email-webhook', `${emailPath}/webhooks/${webhook}`, word('Verify signatures')),
    at('email-new-webhook', `${emailPath}/webhooks/new`, word('Create webhook')),
    at('email-new-key', `${emailPath}/keys/new`, word('Create key')),
    at('email-key', `${emailPath}/keys/${key}`, (page) =>
      page.getByText('Production sender').first().waitFor(),
    ),
    at('email-sent-email', `/email/sent/${mail}`, text('See you on Monday at nine.')),
    at('email-link', `/email/domains/link-${link}`, word('DNS records')),
    at('email-domain', `/email/domains/${domain}`, word('DNS records')),
    at('email-template', `/email/templates/${template}`, word('Preview')),
    at('email-acting', `${emailPath}?as=branch&region=eu`, text('Branch office')),
  ];
}

function emailLists(): Unplaced[] {
  return [
    at('email-deliveries', `${emailPath}/deliveries`, word('Only failed')),
    at('email-inbound', `${emailPath}/inbound`, text(/^parse-/)),
    at('email-keys', `${emailPath}/keys`, text('Production sender')),
    at('email-suppressions', `${emailPath}/suppressions`, text('gone@receiver.example')),
    at('email-groups', `${emailPath}/suppressions?list=groups`, text('Newsletter')),
    at('email-sent', '/email/sent', text('Your appointment on Monday')),
    at('email-received', '/email/received', word('Received email')),
    at('email-scheduled', '/email/scheduled', text('Your appointment is tomorrow')),
    at('email-statistics', '/email/statistics', word('Compared with the period before')),
    at('email-templates', '/email/templates', word('New template')),
    at('email-domains', '/email/domains', text('receiver.example')),
  ];
}
