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
      'sms, text, text message, mms, whatsapp, notify, notification, inform, confirm by text, send a link, picture message, send, send sms, send text, reply to sms, alert, push, messenger, announcement by text',
    german:
      'kurznachricht, textnachricht, benachrichtigen, benachrichtigung, informieren, bild senden, schreiben, nachricht, nachricht senden, sms senden, text senden, meldung, mitteilung, nachricht verschicken, hinweis',
    finds: ['send-message', 'send-and-wait-for-reply', 'ask', call],
  },
  {
    words:
      'ask, question, reply, answer, response, wait for reply, conversation, survey, poll, feedback, remind, reminder, confirm, appointment, nps, rating, opt in, receive message, questionnaire, prompt user, collect answer, yes no question, two way',
    german:
      'fragen, frage, rückfrage, antwort, auf antwort warten, umfrage, befragung, bewertung, erinnern, erinnerung, bestätigen, termin, nachfragen, antwort abwarten, auf nachricht warten, befragen, fragebogen, rückmeldung',
    finds: ['ask', 'send-and-wait-for-reply', 'split-based-on', 'gather-input-on-call'],
  },
  {
    words: 'chat, chat channel, group chat, chat room, new conversation, start chat, create channel, channel',
    german: 'chatkanal, gruppenchat, chatraum, kanal erstellen, neuer chat, chat beginnen',
    finds: ['create-chat-channel', 'add-member-to-chat-channel', 'send-message'],
  },
  {
    words: 'chat member, add participant, invite, add person, join chat, member, participant',
    german: 'teilnehmer, einladen, mitglied, person hinzufügen',
    finds: ['add-member-to-chat-channel', 'create-chat-channel', 'send-to-agentdesk'],
  },
  // Calls
  {
    words:
      'transfer, forward, call forwarding, dial, redirect call, put through, patch through, connect, bridge, conference, sip, extension, ring, route call, ring group, another number, call another number, phone number, warm transfer, hunt group',
    german:
      'verbinden, weiterleiten, rufweiterleitung, durchstellen, umleiten, wählen, vermitteln, konferenz, durchwahl, klingeln, weitergeben, rufnummer, rufumleitung, anruf verbinden, telefonnummer',
    finds: ['connect-call-to', 'enqueue-call', 'send-to-agentdesk'],
  },
  {
    words:
      'call, phone, outbound call, call back, callback, phone call, answering machine detection, ring up, robocall, make a call, place call, call customer',
    german:
      'anrufen, anruf, rückruf, zurückrufen, telefonieren, telefonat, anrufbeantworter erkennen, ausgehender anruf, anruf tätigen',
    finds: [call, 'connect-call-to', 'make-outgoing-call-v1'],
  },
  {
    words:
      'say, speak, tell, announce, announcement, greeting, welcome, prompt, tts, text to speech, read aloud, voice, play, audio, music, mp3, sound, goodbye, dtmf tones, play digits, play recording, read text, play audio, audio file, voice prompt',
    german:
      'sagen, sprechen, ansage, durchsage, begrüßung, vorlesen, sprachausgabe, stimme, abspielen, musik, ton, verabschieden, pause machen, tastentöne, willkommen, audiodatei, tonband, text vorlesen, begrüßen',
    finds: ['say-play', 'gather-input-on-call', 'send-message'],
  },
  {
    words:
      'menu, ivr, phone menu, keypad, key press, press 1, dtmf, digits, press a key, touch tone, pin, enter number, auto attendant, phone tree, voice menu, press 2, number keys, tone dialing, dial pad, keypress, call menu, options',
    german:
      'menü, telefonmenü, sprachmenü, tasten, tastatur, taste drücken, tastendruck, ziffern, nummer eingeben, geheimzahl, tastenwahl, tastenmenü, sprachwahl, 1 drücken, wählmenü, sprachdialog',
    finds: ['phone-menu', 'gather-input-on-call', 'split-based-on', 'say-play'],
  },
  {
    words: 'speech recognition, speech to text, listen, voice input, spoken answer, input',
    german: 'spracherkennung, zuhören, gesprochene antwort, spracheingabe, eingabe',
    finds: ['gather-input-on-call', 'understand', ai],
  },
  {
    words:
      'voicemail, leave a message, mailbox, answering machine, dictate, recorded message, take message, record message, after the beep',
    german:
      'mailbox, anrufbeantworter, nachricht hinterlassen, sprachnachricht, diktat, sprachbox, nachricht aufnehmen, aufs band sprechen',
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
    words:
      'stream, media stream, live audio, websocket, audio stream, audio streaming, fork audio, real time audio, siprec',
    german: 'audiostrom, streamen, live mithören, audio weiterleiten, ton übertragen, mithören',
    finds: ['fork-stream', 'record-call', ai],
  },
  {
    words:
      'payment, pay, credit card, card number, checkout, charge, invoice, pay by phone, pci, debit card, take payment, donation',
    german:
      'zahlung, bezahlen, kreditkarte, zahlen, kartennummer, rechnung, zahlung annehmen, ec-karte, spende',
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
      'if, condition, branch, decision, decide, switch, case, compare, filter, router, route, yes or no, when, equals, contains, match, check, rule, choose, logic, branching, evaluate, expression, is equal to, decision tree, split by, different paths, depending on, validate',
    german:
      'wenn, bedingung, entscheidung, entscheiden, verzweigung, verzweigen, fallunterscheidung, vergleichen, prüfen, filtern, ja oder nein, regel, auswahl, entscheidungsbaum, weiche, abzweigung, falls, je nachdem, logik, ausdruck',
    finds: ['split-based-on', 'understand', 'set-variables'],
  },
  {
    words:
      'variable, set, store, save, remember, assign, value, data, field, count, counter, memory, save answer, store answer, constant, parameter, attribute',
    german:
      'variable, merken, speichern, setzen, zuweisen, wert, daten, feld, zählen, zähler, antwort speichern, konstante, parameter, zwischenspeichern',
    finds: ['set-variables', 'update-sync-object', 'split-based-on'],
  },
  {
    words:
      'api, webhook, http, rest, request, url, get, post, fetch, integration, crm, look up, lookup, external service, json, zapier, slack, api call, call api, send data, endpoint, backend, server, third party, post data',
    german:
      'schnittstelle, abfrage, anfrage, aufrufen, internet, dienst aufrufen, nachschlagen, anbindung, kundendaten, api aufrufen, daten senden, server aufrufen, webdienst, fremdsystem',
    finds: ['make-http-request', 'run-function-v2', 'set-variables'],
  },
  {
    words:
      'intent, understand text, nlu, natural language, classify, detect intent, language understanding, nlp, detect language, keywords, sentiment, text analysis, recognize intent',
    german:
      'absicht, absicht erkennen, text verstehen, einordnen, klassifizieren, textanalyse, absichtserkennung, sprache erkennen, stichwörter',
    finds: ['understand', 'split-based-on', ai],
  },
  {
    words:
      'sync, shared state, shared data, sync map, publish state, shared list, map, document, key value, real time data',
    german:
      'abgleichen, synchronisieren, gemeinsamer zustand, gemeinsame daten, objekt ändern, gemeinsame liste, dokument',
    finds: ['update-sync-object', 'set-variables', 'make-http-request'],
  },
  // People and queues
  {
    words:
      'queue, hold, waiting line, wait in line, hold music, call center, waiting room, acd, put on hold, next available',
    german: 'warteschlange, schlange, warteschleife, halten, wartemusik, callcenter, einreihen',
    finds: ['enqueue-call', 'send-to-agentdesk', 'connect-call-to'],
  },
  {
    words:
      'agent, human, person, operator, support, handoff, hand over, hand off, escalate, live agent, help desk, representative, talk to someone, customer service, service desk, contact center, talk to human, live person, live chat',
    german:
      'mitarbeiter, mensch, bearbeiter, übergeben, übergabe, zentrale, support anfragen, eskalieren, mit jemandem sprechen, kundendienst, kundenservice, sachbearbeiter, berater, mit mensch sprechen, livechat',
    finds: ['send-to-agentdesk', 'enqueue-call', 'connect-call-to'],
  },
  {
    words: 'task, ticket, to do, todo, case file, work item, assign work, job, follow up',
    german: 'aufgabe, vorgang, erledigen, ticket anlegen, arbeit zuweisen, auftrag, wiedervorlage, fall',
    finds: ['create-task', 'send-to-agentdesk', 'make-http-request'],
  },
  {
    words:
      'ai, bot, chatbot, voicebot, assistant, virtual agent, gpt, llm, dialogflow, voice assistant, voice ai, ai agent, voice bot, chat gpt, openai, conversational ai',
    german:
      'ki, sprachassistent, assistent, sprachbot, künstliche intelligenz, virtueller agent, ki agent, chatroboter, sprachroboter',
    finds: [ai, 'understand', 'connect-virtual-agent'],
  },
  // Flow
  {
    words:
      'subflow, sub flow, subroutine, call flow, run flow, other flow, another flow, reuse, include, module, child flow, start flow, nested, invoke flow, macro, call another flow, shared steps',
    german:
      'unterablauf, anderer ablauf, anderer flow, wiederverwenden, teilablauf, baustein, flow starten, unterflow, anderen ablauf starten, flow aufrufen, ablauf aufrufen',
    finds: ['run-subflow', 'run-function-v2', 'make-http-request'],
  },
  {
    words:
      'start, begin, incoming, incoming call, incoming message, entry, event, inbound, inbound call, inbound message, when message arrives, webhook trigger, trigger event',
    german:
      'beginn, anfang, eingehend, eingehender anruf, eingehende nachricht, ereignis, auslöser, eingang, startpunkt, flow starten mit',
    finds: ['trigger', 'send-message', 'say-play'],
  },
  // What no widget does by itself
  {
    words:
      'hang up, hangup, end call, disconnect, drop call, terminate call, end the call, cut off, goodbye and hang up, close call',
    german:
      'auflegen, gespräch beenden, anruf beenden, trennen, gespräch auflegen, hörer auflegen, anruf trennen',
    finds: ['say-play', 'record-voicemail'],
    how: 'hangUp',
  },
  {
    words: 'end, stop, finish, exit, end flow, terminate, done, quit, close, end conversation, complete',
    german:
      'ende, beenden, stopp, schluss, abbrechen, flow beenden, fertig, flow stoppen, ablauf beenden, abschluss',
    finds: ['send-message', 'say-play'],
    how: 'end',
  },
  {
    words:
      'delay, wait, sleep, timer, timeout, time out, wait for time, after some time, later, hours later, wait 5 minutes, snooze, pause',
    german:
      'verzögerung, warten, pause, später, zeitspanne, zeitüberschreitung, wartezeit, nach einiger zeit, warte, verzögern, kurz warten',
    finds: ['send-and-wait-for-reply', 'gather-input-on-call', 'say-play'],
    how: 'delay',
  },
  {
    words: 'email, e-mail, mail, send an email, send email, send mail, smtp, newsletter',
    german: 'e-mail senden, mail senden, e-mail schreiben, rundbrief',
    finds: ['make-http-request', 'run-function-v2', 'send-message'],
    how: 'email',
  },
  {
    words:
      'loop, repeat, again, retry, try again, for each, while, iterate, attempts, retries, repeat question, ask again, max attempts, go round',
    german:
      'schleife, wiederholen, wiederholung, noch einmal, nochmal, erneut versuchen, versuche, iterieren, zurückspringen, endlosschleife, frage wiederholen, höchstens dreimal',
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
      'else, otherwise, fallback, default, anything else, no match, catch all, invalid input, error handling, none of the above, wrong answer, if not, unknown answer, catch errors',
    german:
      'sonst, andernfalls, standardfall, alles andere, keine übereinstimmung, falsche eingabe, fehlerbehandlung, ungültig, falsche antwort, unbekannte antwort, wenn nicht',
    finds: ['split-based-on', 'send-and-wait-for-reply'],
    how: 'otherwise',
  },
  {
    words:
      'schedule, scheduled, cron, at a time, every day, calendar, recurring, daily, every week, at specific time, send later, send at, reminder in 3 days, in the future',
    german:
      'zeitplan, planen, geplant, täglich, kalender, regelmäßig, zu einer uhrzeit, zeitgesteuert, terminieren, wöchentlich, später senden',
    finds: ['split-based-on', 'make-http-request'],
    how: 'schedule',
  },
  {
    words:
      'business hours, opening hours, office hours, time of day, closed, weekend, holiday, after hours, working hours, day of week, time zone, opening times, hours of operation, is it open, time condition, time based routing, weekday, night, time of the day',
    german:
      'öffnungszeiten, geschäftszeiten, bürozeiten, sprechzeiten, uhrzeit, wochenende, feiertag, geschlossen, wochentag, arbeitszeit, zeitzone, zeitsteuerung, tageszeit, nachts, werktag, arbeitstag',
    finds: ['split-based-on', 'set-variables'],
    how: 'openingHours',
  },
  {
    words:
      'broadcast, campaign, bulk, mass message, send to many, list of numbers, multiple recipients, mailing list, send to all, send to group, bulk sms',
    german:
      'rundsendung, kampagne, massenversand, an viele senden, serienbrief, mehrere empfänger, an alle senden, massen sms, verteiler',
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
    words:
      'function, code, script, javascript, program, serverless, custom code, python, calculate, math, lambda, run code, regex, date calculation',
    german:
      'funktion, programm, skript, eigener code, rechnen, berechnen, programmieren, code ausführen, lambda',
    finds: ['run-function-v2', 'make-http-request', 'set-variables'],
  },
  {
    words:
      'database, sql, table, spreadsheet, google sheets, excel, airtable, storage, mysql, postgres, save to spreadsheet, store in database, csv',
    german: 'datenbank, tabelle, tabellenkalkulation, ablage, in datenbank speichern, excel liste',
    finds: ['make-http-request', 'run-function-v2', 'update-sync-object'],
    how: 'database',
  },
  {
    words: 'random, ab test, a/b test, percentage, split traffic, sample, coin flip, random number, chance',
    german: 'zufall, zufällig, stichprobe, prozentual, anteil, zufallszahl, münzwurf, würfeln',
    finds: ['split-based-on', 'run-function-v2', 'set-variables'],
    how: 'random',
  },
];

/** The words of an intent, of both languages or of one. */
export function wordsOfIntent({ words, german }: Intent, language: 'en' | 'de' | 'all' = 'all'): string[] {
  const listed = { en: [words], de: [german], all: [words, german] }[language];
  return [...new Set(listed.flatMap((text) => text.split(', ')))];
}
