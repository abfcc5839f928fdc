/** Every widget type has its title, in each language. */

import { afterEach, expect, it } from 'vitest';
import { widgetTypes as types } from '#flow/widgets/widget-types.ts';
import { widgetTypes } from './english/widget-types.ts';
import { widgetTitle } from './flow-texts.ts';
import { german } from './german/german.ts';
import { i18n } from './translator.ts';

afterEach(() => {
  i18n.language = 'en';
});

it('each widget type has its title', () => {
  const titles = Object.fromEntries(Object.values(types).map(({ type, title }) => [type, title]));
  expect(widgetTypes).toEqual(titles);
});

it('a widget type has a title in German, an unknown one its own name', async () => {
  i18n.addTexts('de', 'widgetTypes', german.widgetTypes);
  i18n.language = 'de';
  expect([widgetTitle('send-message'), widgetTitle('endCall'), widgetTitle(7)]).toEqual([
    'Nachricht senden',
    'endCall',
    '',
  ]);
});
