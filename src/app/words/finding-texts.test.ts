/** Every rule has its sentence in each language, filled in for its own bad example. */

import { afterEach, describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { context, exampleDefinition, ruleExamples } from '#flow/testing/rule-examples.ts';
import { validate } from '#flow/validation/validate.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { rules } from './english/rules.ts';
import { findingSentence, findingText } from './finding-texts.ts';
import { german } from './german/german.ts';
import { i18n } from './translator.ts';

afterEach(() => {
  i18n.language = 'en';
});

const showGerman = async () => {
  for (const name of ['rules', 'widgetTypes', 'widgetLabels', 'designer'] as const)
    i18n.addTexts('de', name, german[name]);
  i18n.language = 'de';
};

/** A finding of each rule, in the flow that the rule objects to. */
const found = Object.entries(ruleExamples).flatMap(([code, { bad }]) => {
  const definition = exampleDefinition(bad) as unknown as FlowDefinition;
  const finding = validate(definition, context(bad)).find((each) => each.code === code);
  return finding === undefined ? [] : [{ code, definition, finding }];
});

/** A word that follows itself, or a label that is said twice. */
const repeated = /\b(\p{L}{3,})[”“"':,]* (?:\1)\b/iu;

it('each rule has a text', () => {
  const codes = Object.keys(ruleExamples);
  expect(codes.filter((code) => !Object.hasOwn(rules, code))).toEqual([]);
  expect(found.map(({ code }) => code).sort()).toEqual(codes.sort());
});

describe.each(['en', 'de'])('in %s', (language) => {
  it.each(found)('$code is a sentence without gaps and repeated words', async ({ definition, finding }) => {
    if (language === 'de') await showGerman();
    const sentence = findingSentence(definition, finding);
    expect(sentence).toMatch(/^[\p{Lu}“„'].*[.?]$/u);
    expect(sentence).not.toMatch(/\{\{(value|other|field|fields|outlet|consequence|message|type)\}\}|“”|„“/);
    expect(sentence).not.toMatch(repeated);
    expect(sentence).not.toMatch(/#\/states|_sid\b|properties/);
  });
});

it('a sentence names the field as the page does', async () => {
  const connect = {
    ...widgetTypes['connect-call-to'].example,
    properties: { noun: 'number', to: '020 79-' },
    transitions: [],
  };
  const prompt = { ...widgetTypes['say-play'].example, properties: {}, transitions: [] };
  const definition = exampleDefinition({ event: 'incomingCall', states: [connect, prompt] });
  const sentences = () =>
    validate(definition)
      .filter(({ code }) => code === 'address-form' || code === 'incomplete')
      .map((finding) => findingSentence(definition as unknown as FlowDefinition, finding));
  expect(sentences()).toEqual([
    '“020 79-” in Connect to is not an address: write + and the country code, or name@host for SIP.',
    'Without “Say”, “Play”, or “Key tones” nothing is said or played.',
  ]);
  await showGerman();
  expect(sentences()).toEqual([
    '„020 79-“ in „Ziel der Verbindung“ ist keine Adresse: Schreiben Sie + und die Ländervorwahl, bei SIP name@host.',
    'Ohne „Sprechen“, „Abspielen“ oder „Tastentöne“ wird nichts gesagt oder abgespielt.',
  ]);
});

it('beside its field a finding has its own message in English, and the sentence of the rule in German', async () => {
  const finding = { code: 'required-field', message: 'Message is required.' };
  expect(findingText(finding)).toBe(finding.message);
  await showGerman();
  expect(findingText(finding)).toBe('„dieses Feld“ ist erforderlich.');
  expect(findingText({ code: 'server', message: 'Refused.' })).toBe('Refused.');
});
