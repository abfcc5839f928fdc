/** The widget that somebody means is among the first three, whichever word they have for it. */

import { afterEach, describe, expect, it } from 'vitest';
import { german } from '../../words/german/german.ts';
import { i18n } from '../../words/translator.ts';
import { findWidgets } from './find-widgets.ts';
import { intents, wordsOfIntent } from './intents.ts';

const firstThree = (query: string) =>
  findWidgets(query)
    .types.slice(0, 3)
    .map(({ type }) => type);

/** What the words of others mean, written apart from the table. */
const meant = {
  'connect-call-to': ['transfer', 'forward', 'dial', 'weiterleiten', 'verbinden', 'durchstellen'],
  'split-based-on': ['if', 'condition', 'branch', 'switch', 'wenn', 'bedingung', 'loop', 'business hours'],
  'gather-input-on-call': ['menu', 'ivr', 'keypad', 'press 1', 'dtmf', 'menü', 'tasten'],
  'send-and-wait-for-reply': ['question', 'ask', 'survey', 'frage', 'umfrage', 'delay', 'wait', 'warten'],
  'send-message': ['sms', 'text', 'whatsapp', 'kurznachricht', 'benachrichtigen'],
  'make-http-request': ['api', 'webhook', 'email', 'crm', 'schnittstelle', 'datenbank'],
  'record-call': ['record', 'recording', 'aufzeichnen', 'mitschneiden'],
  'record-voicemail': ['voicemail', 'leave a message', 'anrufbeantworter'],
  'enqueue-call': ['queue', 'hold music', 'warteschlange'],
  'send-to-agentdesk': ['agent', 'human', 'handoff', 'mitarbeiter'],
  'run-subflow': ['subflow', 'subroutine', 'unterablauf'],
  'set-variables': ['variable', 'store', 'counter', 'merken'],
  'say-play': ['say', 'tts', 'music', 'hang up', 'auflegen', 'ansage'],
  'capture-payments': ['credit card', 'kreditkarte'],
  'run-function-v2': ['code', 'script', 'funktion'],
  'connect-virtual-agent-v2': ['bot', 'gpt', 'ki'],
  'create-task': ['ticket', 'aufgabe'],
  'make-outgoing-call-v2': ['call', 'callback', 'anrufen', 'rückruf'],
};

describe('the table of words', () => {
  const words = intents.flatMap((intent) => wordsOfIntent(intent).map((word) => ({ word, intent })));

  it('has at least 150 words of each language, each of one meaning', () => {
    for (const language of ['en', 'de'] as const) {
      const listed = intents.flatMap((intent) => wordsOfIntent(intent, language));
      expect(new Set(listed).size, language).toBeGreaterThanOrEqual(150);
    }
    const all = words.map(({ word }) => word);
    expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
    expect(all.filter((word) => word !== word.trim().toLowerCase() || word === '')).toEqual([]);
  });

  it.each([
    ['whole', (word: string) => word],
    ['in capitals', (word: string) => ` ${word.toUpperCase()} `],
    ['without the last letter', (word: string) => (word.length > 5 ? word.slice(0, -1) : word)],
    ['in a sentence', (word: string) => `please ${word} it`],
  ])('finds what is meant among the first three: %s', (_, typed) => {
    const wrong = words.flatMap(({ word, intent }) => {
      const [best] = intent.finds;
      const query = typed(word);
      return best !== undefined && firstThree(query).includes(best) ? [] : `${query}: ${firstThree(query)}`;
    });
    expect(wrong).toEqual([]);
  });

  it('says how it is done where no widget does it, and nowhere else', () => {
    const wrong = words.filter(
      ({ word, intent }) => (findWidgets(word).how === null) !== (intent.how === undefined),
    );
    expect(wrong.map(({ word }) => word)).toEqual([]);
  });
});

describe('the search for widgets', () => {
  afterEach(() => {
    i18n.language = 'en';
  });

  it.each(Object.entries(meant))('finds %s by the words that people have', (type, queries) => {
    expect(queries.filter((query) => !firstThree(query).some((each) => each === type))).toEqual([]);
  });

  it.each([
    ['how do I transfer a call', 'connect-call-to'],
    ['transfre', 'connect-call-to'],
    ['voicemial', 'record-voicemail'],
    ['anruf weiterleiten', 'connect-call-to'],
    ['begrussung', 'say-play'],
    ['call api', 'make-http-request'],
    ['text-to-speech', 'say-play'],
    ['play recording', 'say-play'],
    ['save the answer', 'set-variables'],
    ['mit einem Mitarbeiter sprechen', 'send-to-agentdesk'],
  ])('takes sentences, misspellings, hyphens and letters without accents: %s', (query, type) => {
    expect(firstThree(query)).toContain(type);
  });

  it('shows what is meant under its own heading, and what also has the word after it', () => {
    const { types, how } = findWidgets('transfer');
    expect(how).toBeNull();
    expect(types.slice(0, 3).map(({ heading }) => heading)).toEqual(Array(3).fill('For “transfer”'));
    expect(types[0]).toMatchObject({ does: 'Rings a number or a phone and joins both' });
    expect(new Set(types.slice(3).map(({ heading }) => heading)).has('For “transfer”')).toBe(false);
  });

  it('says in the language of the page how a call ends', async () => {
    expect(findWidgets('auflegen').how).toMatchObject({
      title: 'No widget is needed to hang up',
      leaveOpen: 'Leave open',
    });
    i18n.addTexts('de', 'finding', german.finding);
    i18n.language = 'de';
    expect(findWidgets('hang up').how?.title).toBe('Zum Auflegen braucht es kein Widget');
    expect(findWidgets('öffnungszeiten').how?.text).toContain('{{ "now" | date: "%H:%M" }}');
  });

  it.each([
    ['end the call', 'No widget is needed to hang up'],
    ['on holidays', '“Split based on” compares the time'],
    ['e-mails', 'No widget sends email'],
  ])('explains also what has articles and endings: %s', (query, title) => {
    expect(findWidgets(query).how?.title).toBe(title);
  });

  it('offers what others do instead where nothing is found', () => {
    const { types, how } = findWidgets('fax');
    expect(how?.title).toBe('Nothing found for “fax”');
    expect(types.map(({ type }) => type)).toEqual(['make-http-request', 'run-function-v2']);
  });
});
