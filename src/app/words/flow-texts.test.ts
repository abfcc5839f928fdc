/** Every rule and widget type has its words, in each language. */

import { afterEach, expect, it } from 'vitest';
import { flowRules, widgetRules } from '#flow/validation/rules/rules.ts';
import { widgetTypes as types } from '#flow/widgets/widget-types.ts';
import { findingText, widgetTitle } from './flow-texts.ts';
import { german } from './german/german.ts';
import { rules } from './rules.ts';
import { i18n } from './use-words.ts';
import { widgetTypes } from './widget-types.ts';

afterEach(() => void i18n.changeLanguage('en'));

const showGerman = async () => {
  i18n.addResourceBundle('de', 'rules', german.rules);
  i18n.addResourceBundle('de', 'widgetTypes', german.widgetTypes);
  await i18n.changeLanguage('de');
};

it('each rule has a text', () => {
  const codes = [...flowRules, ...widgetRules].map(({ code }) => code);
  expect(codes.filter((code) => !Object.hasOwn(rules, code))).toEqual([]);
});

it('each widget type has its title', () => {
  const titles = Object.fromEntries(Object.values(types).map(({ type, title }) => [type, title]));
  expect(widgetTypes).toEqual(titles);
});

it('a finding has the message of its rule in English, and the rule with its values in German', async () => {
  const finding = { code: 'unset-variable', message: "Variable 'mood' is never set: it is empty here." };
  expect(findingText(finding)).toBe(finding.message);
  await showGerman();
  expect(findingText(finding)).toBe('Eine Variable wird vorher nie gesetzt: Sie ist hier leer. (mood)');
  expect(findingText({ code: 'server', message: 'Refused.' })).toBe('Refused.');
});

it('a widget type has a title in German, an unknown one its own name', async () => {
  await showGerman();
  expect([widgetTitle('send-message'), widgetTitle('endCall'), widgetTitle(7)]).toEqual([
    'Nachricht senden',
    'endCall',
    '',
  ]);
});
