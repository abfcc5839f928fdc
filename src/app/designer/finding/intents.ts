/**
 * What people type when they look for a widget: synonyms and intents, in both languages at once, since people who work
 * in German also type "sms" and "voicemail". Data only; `find-widgets.ts` searches it.
 */

import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import type { ReadyMade } from './ready-made.ts';

/** What no widget does by itself, and a text in the words of `finding` says how it is done. */
export type HowName =
  | 'hangUp'
  | 'end'
  | 'delay'
  | 'email'
  | 'loop'
  | 'goTo'
  | 'otherwise'
  | 'schedule'
  | 'openingHours'
  | 'broadcast'
  | 'note'
  | 'database'
  | 'random';

/**
 * `words` and `german`: words and short phrases, separated by commas; each belongs to one intent. `finds`: the widgets
 * that do it, the best one first; with `how`, those that come near to it.
 */
export type Intent = {
  words: string;
  german: string;
  finds: readonly (WidgetTypeName | ReadyMade)[];
  how?: HowName;
};

const call = 'make-outgoing-call-v2';
const ai = 'connect-virtual-agent-v2';

export const intents: readonly Intent[] = [
  // Messages
  {
    words:
      'sms, text, text message, mms, whatsapp, notify, notification, inform, confirm by text, send a link, picture message',
    german:
      'kurznachricht, textnachricht, benachrichtigen, benachrichtigung, informieren, bild senden, schreiben',
    finds: ['send-message', 'send-and-wait-for-reply', 'ask', call],
  },
  {
    words:
      'ask, question, reply, answer, response, wait for reply, conversation, survey, poll, feedback, remind, reminder, confirm, appointment, nps, rating, opt in',
    german:
      'fragen, frage, rückfrage, antwort, auf antwort warten, umfrage, befragung, bewertung, erinnern, erinnerung, bestätigen, termin',
    finds: ['ask', 'send-and-wait-for-reply', 'split-based-on', 'gather-input-on-call'],
  },
  {
    words: 'chat, chat channel, group chat, chat room',
    german: 'chatkanal, gruppenchat, chatraum',
    finds: ['create-chat-channel', 'add-member-to-chat-channel', 'send-message'],
  },
  {
    words: 'chat member, add participant, invite, add person, join chat',
    german: 'teilnehmer, einladen, mitglied, person hinzufügen',
    finds: ['add-member-to-chat-channel', 'create-chat-channel', 'send-to-agentdesk'],
  },
  // Calls
  {
    words:
      'transfer, forward, call forwarding, dial, redirect call, put through, patch through, connect, bridge, conference, sip, extension, ring',
    german:
      'verbinden, weiterleiten, rufweiterleitung, durchstellen, umleiten, wählen, vermitteln, konferenz, durchwahl, klingeln',
    finds: ['connect-call-to', 'enqueue-call', 'send-to-agentdesk'],
  },
  {
    words:
      'call, phone, outbound call, call back, callback, phone call, answering machine detection, ring up',
    german: 'anrufen, anruf, rückruf, zurückrufen, telefonieren, telefonat, anrufbeantworter erkennen',
    finds: [call, 'connect-call-to', 'make-outgoing-call-v1'],
  },
  {
    words:
      'say, speak, tell, announce, announcement, greeting, welcome, prompt, tts, text to speech, read aloud, voice, play, audio, music, mp3, sound, goodbye, dtmf tones, play digits',
    german:
      'sagen, sprechen, ansage, durchsage, begrüßung, vorlesen, sprachausgabe, stimme, abspielen, musik, ton, verabschieden, pause machen, tastentöne',
    finds: ['say-play', 'gather-input-on-call', 'send-message'],
  },
  {
    words:
      'menu, ivr, phone menu, keypad, key press, press 1, dtmf, digits, press a key, touch tone, pin, enter number, auto attendant, phone tree',
    german:
      'menü, telefonmenü, sprachmenü, tasten, tastatur, taste drücken, tastendruck, ziffern, nummer eingeben, geheimzahl',
    finds: ['phone-menu', 'gather-input-on-call', 'split-based-on', 'say-play'],
  },
  {
    words: 'speech recognition, speech to text, listen, voice input, spoken answer, input',
    german: 'spracherkennung, zuhören, gesprochene antwort, spracheingabe, eingabe',
    finds: ['gather-input-on-call', 'understand', ai],
  },
  {
    words: 'voicemail, leave a message, mailbox, answering machine, dictate, recorded message',
    german: 'mailbox, anrufbeantworter, nachricht hinterlassen, sprachnachricht, diktat',
    finds: ['record-voicemail', 'record-call', 'say-play'],
  },
  {
    words: 'transcribe, transcription, transcript',
    german: 'transkribieren, transkript, verschriften, abschrift',
    finds: ['record-voicemail', 'gather-input-on-call', 'fork-stream'],
  },
  {
    words: 'record, recording, call recording, tape, monitor call',
    german: 'aufzeichnen, aufnehmen, aufnahme, aufzeichnung, mitschneiden, mitschnitt',
    finds: ['record-call', 'record-voicemail', 'connect-call-to'],
  },
  {
    words: 'stream, media stream, live audio, websocket, audio stream',
    german: 'audiostrom, streamen, live mithören',
    finds: ['fork-stream', 'record-call', ai],
  },
  {
    words: 'payment, pay, credit card, card number, checkout, charge, invoice',
    german: 'zahlung, bezahlen, kreditkarte, zahlen, kartennummer, rechnung',
    finds: ['capture-payments', 'make-http-request', 'gather-input-on-call'],
  },
  {
    words: 'markup, xml, own markup, redirect, hand over the call',
    german: 'eigenes markup, weiterleitung, anruf übergeben',
    finds: ['add-markup-redirect', 'run-subflow', 'connect-call-to'],
  },
  // Logic and data
  {
    words:
      'if, condition, branch, decision, decide, switch, case, compare, filter, router, route, yes or no, when, equals, contains, match, check, rule, choose',
    german:
      'wenn, bedingung, entscheidung, entscheiden, verzweigung, verzweigen, fallunterscheidung, vergleichen, prüfen, filtern, ja oder nein, regel, auswahl',
    finds: ['split-based-on', 'understand', 'set-variables'],
  },
  {
    words: 'variable, set, store, save, remember, assign, value, data, field, count, counter, memory',
    german: 'variable, merken, speichern, setzen, zuweisen, wert, daten, feld, zählen, zähler',
    finds: ['set-variables', 'update-sync-object', 'split-based-on'],
  },
  {
    words:
      'api, webhook, http, rest, request, url, get, post, fetch, integration, crm, look up, lookup, external service, json, zapier, slack',
    german:
      'schnittstelle, abfrage, anfrage, aufrufen, internet, dienst aufrufen, nachschlagen, anbindung, kundendaten',
    finds: ['make-http-request', 'run-function-v2', 'set-variables'],
  },
  {
    words: 'intent, understand text, nlu, natural language, classify, detect intent, language understanding',
    german: 'absicht, absicht erkennen, text verstehen, einordnen, klassifizieren',
    finds: ['understand', 'split-based-on', ai],
  },
  {
    words: 'sync, shared state, shared data, sync map, publish state',
    german: 'abgleichen, synchronisieren, gemeinsamer zustand, gemeinsame daten',
    finds: ['update-sync-object', 'set-variables', 'make-http-request'],
  },
  // People and queues
  {
    words: 'queue, hold, waiting line, wait in line, hold music, call center, waiting room, acd',
    german: 'warteschlange, schlange, warteschleife, halten, wartemusik, callcenter, einreihen',
    finds: ['enqueue-call', 'send-to-agentdesk', 'connect-call-to'],
  },
  {
    words:
      'agent, human, person, operator, support, handoff, hand over, hand off, escalate, live agent, help desk, representative, talk to someone',
    german:
      'mitarbeiter, mensch, bearbeiter, übergeben, übergabe, zentrale, support anfragen, eskalieren, mit jemandem sprechen, kundendienst',
    finds: ['send-to-agentdesk', 'enqueue-call', 'connect-call-to'],
  },
  {
    words: 'task, ticket, to do, todo, case file, work item, assign work',
    german: 'aufgabe, vorgang, erledigen, ticket anlegen, arbeit zuweisen',
    finds: ['create-task', 'send-to-agentdesk', 'make-http-request'],
  },
  {
    words: 'ai, bot, chatbot, voicebot, assistant, virtual agent, gpt, llm, dialogflow, voice assistant',
    german: 'ki, sprachassistent, assistent, sprachbot, künstliche intelligenz, virtueller agent',
    finds: [ai, 'understand', 'connect-virtual-agent'],
  },
  // Flow
  {
    words:
      'subflow, sub flow, subroutine, call flow, run flow, other flow, another flow, reuse, include, module, child flow, start flow, nested',
    german: 'unterablauf, anderer ablauf, anderer flow, wiederverwenden, teilablauf, baustein, flow starten',
    finds: ['run-subflow', 'run-function-v2', 'make-http-request'],
  },
  {
    words: 'start, begin, incoming, incoming call, incoming message, entry, event',
    german: 'beginn, anfang, eingehend, eingehender anruf, eingehende nachricht, ereignis, auslöser',
    finds: ['trigger', 'send-message', 'say-play'],
  },
  // What no widget does by itself
  {
    words: 'hang up, hangup, end call, disconnect, drop call, terminate call',
    german: 'auflegen, gespräch beenden, anruf beenden, trennen',
    finds: ['say-play', 'record-voicemail'],
    how: 'hangUp',
  },
  {
    words: 'end, stop, finish, exit, end flow, terminate, done, quit',
    german: 'ende, beenden, stopp, schluss, abbrechen, flow beenden, fertig',
    finds: ['send-message', 'say-play'],
    how: 'end',
  },
  {
    words: 'delay, wait, sleep, timer, timeout, time out, wait for time, after some time, later, hours later',
    german:
      'verzögerung, warten, pause, später, zeitspanne, zeitüberschreitung, wartezeit, nach einiger zeit',
    finds: ['send-and-wait-for-reply', 'gather-input-on-call', 'say-play'],
    how: 'delay',
  },
  {
    words: 'email, e-mail, mail, send an email, send email, smtp, newsletter',
    german: 'e-mail senden, mail senden, e-mail schreiben, rundbrief',
    finds: ['make-http-request', 'run-function-v2', 'send-message'],
    how: 'email',
  },
  {
    words: 'loop, repeat, again, retry, try again, for each, while, iterate, attempts',
    german:
      'schleife, wiederholen, wiederholung, noch einmal, nochmal, erneut versuchen, versuche, iterieren',
    finds: ['split-based-on', 'set-variables', 'send-and-wait-for-reply'],
    how: 'loop',
  },
  {
    words: 'go to, goto, jump, back, go back, merge, join paths, link to widget',
    german: 'springen, gehe zu, zurück, zusammenführen, sprung',
    finds: ['run-subflow', 'split-based-on'],
    how: 'goTo',
  },
  {
    words:
      'else, otherwise, fallback, default, anything else, no match, catch all, invalid input, error handling',
    german:
      'sonst, andernfalls, standardfall, alles andere, keine übereinstimmung, falsche eingabe, fehlerbehandlung',
    finds: ['split-based-on', 'send-and-wait-for-reply'],
    how: 'otherwise',
  },
  {
    words: 'schedule, scheduled, cron, at a time, every day, calendar, recurring, daily',
    german: 'zeitplan, planen, geplant, täglich, kalender, regelmäßig, zu einer uhrzeit',
    finds: ['split-based-on', 'make-http-request'],
    how: 'schedule',
  },
  {
    words:
      'business hours, opening hours, office hours, time of day, closed, weekend, holiday, after hours, working hours, day of week, time zone',
    german:
      'öffnungszeiten, geschäftszeiten, bürozeiten, sprechzeiten, uhrzeit, wochenende, feiertag, geschlossen, wochentag, arbeitszeit, zeitzone',
    finds: ['split-based-on', 'set-variables'],
    how: 'openingHours',
  },
  {
    words: 'broadcast, campaign, bulk, mass message, send to many, list of numbers, multiple recipients',
    german: 'rundsendung, kampagne, massenversand, an viele senden, serienbrief, mehrere empfänger',
    finds: ['send-message', call],
    how: 'broadcast',
  },
  {
    words: 'note, comment, sticky note, documentation, annotation, group, frame',
    german: 'notiz, kommentar, anmerkung, zettel, dokumentation, gruppe, rahmen',
    finds: ['set-variables'],
    how: 'note',
  },
  {
    words: 'function, code, script, javascript, program, serverless, custom code, python, calculate, math',
    german: 'funktion, programm, skript, eigener code, rechnen, berechnen, programmieren',
    finds: ['run-function-v2', 'make-http-request', 'set-variables'],
  },
  {
    words: 'database, sql, table, spreadsheet, google sheets, excel, airtable, storage',
    german: 'datenbank, tabelle, tabellenkalkulation, ablage',
    finds: ['make-http-request', 'run-function-v2', 'update-sync-object'],
    how: 'database',
  },
  {
    words: 'random, ab test, a/b test, percentage, split traffic, sample',
    german: 'zufall, zufällig, stichprobe, prozentual, anteil',
    finds: ['split-based-on', 'run-function-v2', 'set-variables'],
    how: 'random',
  },
];

/** The words of an intent, of both languages or of one. */
export function wordsOfIntent({ words, german }: Intent, language: 'en' | 'de' | 'all' = 'all'): string[] {
  const listed = { en: [words], de: [german], all: [words, german] }[language];
  return [...new Set(listed.flatMap((text) => text.split(', ')))];
}
