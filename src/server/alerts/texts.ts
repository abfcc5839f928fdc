/** What an alert says in words, to those who are told of it. No data of contacts. Pure. */

import type { AlertKind } from '#api/alerts/kinds.ts';
import type { Facts } from './findings-service.ts';
import type { Target } from './target.ts';

export type News = 'opened' | 'again' | 'ended';

type Words = {
  titles: Record<AlertKind, string>;
  news: Record<News, (title: string) => string>;
  sentence(kind: AlertKind, facts: Facts, since: string): string;
  see: string;
  test: { subject: string; text: string };
};

const words: Record<Target['language'], Words> = {
  en: {
    titles: {
      'no-starts': 'Nothing started',
      failures: 'Failures above usual',
      overdue: 'Waits too long',
      'webhook-failing': 'Webhook does not answer',
      'domain-records': 'DNS record gone',
      'dead-jobs': 'Failed jobs',
      disk: 'Disk nearly full',
      certificate: 'Certificate ends soon',
      clock: 'Clock is wrong',
    },
    news: {
      opened: (title) => title,
      again: (title) => `Still: ${title}`,
      ended: (title) => `Well again: ${title}`,
    },
    sentence(kind, { count, of, usual, percent }, since) {
      if (kind === 'no-starts')
        return `The last start was ${since}. It usually starts every ${usual} minutes.`;
      if (kind === 'failures')
        return `${count} of ${of} executions failed within the hour; usually ${usual} % fail.`;
      if (kind === 'overdue')
        return `Executions past the end of their wait: ${count}, the longest since ${since}.`;
      if (kind === 'webhook-failing')
        return `No delivery has succeeded since ${since}. Nothing is lost; the events wait.`;
      if (kind === 'domain-records')
        return `A DNS record of the domain has not been found since ${since}. Email may be refused.`;
      if (kind === 'dead-jobs') return `Jobs that have failed after their last attempt: ${count}.`;
      if (kind === 'certificate') return `The certificate of inbound email is valid until ${since}.`;
      if (kind === 'clock') return `The clocks of the server and of its database differ by ${count} seconds.`;
      return `The disk of the database is ${percent} % full.`;
    },
    see: 'See all alerts:',
    test: {
      subject: 'Test: alerts arrive here',
      text: 'This is a test, sent from the page of alerts. Nothing is wrong.',
    },
  },
  de: {
    titles: {
      'no-starts': 'Nichts gestartet',
      failures: 'Mehr Fehler als üblich',
      overdue: 'Wartet zu lange',
      'webhook-failing': 'Webhook antwortet nicht',
      'domain-records': 'DNS-Eintrag verschwunden',
      'dead-jobs': 'Fehlgeschlagene Aufträge',
      disk: 'Festplatte fast voll',
      certificate: 'Zertifikat läuft bald ab',
      clock: 'Uhr geht falsch',
    },
    news: {
      opened: (title) => title,
      again: (title) => `Noch immer: ${title}`,
      ended: (title) => `Wieder in Ordnung: ${title}`,
    },
    sentence(kind, { count, of, usual, percent }, since) {
      if (kind === 'no-starts')
        return `Der letzte Start war ${since}. Üblich ist ein Start alle ${usual} Minuten.`;
      if (kind === 'failures')
        return `${count} von ${of} Ausführungen sind in der letzten Stunde fehlgeschlagen; üblich sind ${usual} %.`;
      if (kind === 'overdue')
        return `Ausführungen über das Ende ihrer Wartezeit hinaus: ${count}, die längste seit ${since}.`;
      if (kind === 'webhook-failing')
        return `Seit ${since} ist keine Zustellung gelungen. Nichts geht verloren; die Ereignisse warten.`;
      if (kind === 'domain-records')
        return `Ein DNS-Eintrag der Domain ist seit ${since} nicht zu finden. E-Mails werden vielleicht abgelehnt.`;
      if (kind === 'dead-jobs') return `Nach dem letzten Versuch fehlgeschlagene Aufträge: ${count}.`;
      if (kind === 'certificate') return `Das Zertifikat für eingehende E-Mails gilt bis ${since}.`;
      if (kind === 'clock')
        return `Die Uhren des Servers und seiner Datenbank weichen um ${count} Sekunden voneinander ab.`;
      return `Die Festplatte der Datenbank ist zu ${percent} % voll.`;
    },
    see: 'Alle Meldungen:',
    test: {
      subject: 'Test: Meldungen kommen hier an',
      text: 'Das ist ein Test, von der Seite der Meldungen gesendet. Es ist alles in Ordnung.',
    },
  },
};

export type Told = { kind: AlertKind; news: News; facts: Facts };

/** `url` is that of the page. */
export function textOf(
  { kind, news, facts }: Told,
  { language, timeZone, url }: { language: Target['language']; timeZone: string; url: string },
): { subject: string; text: string } {
  const { titles, news: headings, sentence, see } = words[language];
  const name = facts.name === null ? titles[kind] : `${titles[kind]}: ${facts.name}`;
  const subject = headings[news](name);
  const since =
    facts.since === null
      ? ''
      : new Intl.DateTimeFormat(language, {
          ...{ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
          ...{ timeZone, timeZoneName: 'short' },
        }).format(facts.since);
  const said = news === 'ended' ? '' : `${sentence(kind, facts, since)}\n\n`;
  return { subject, text: `${said}${see} ${url}\n` };
}

/** What a test says. */
export function testTextOf({ language, url }: { language: Target['language']; url: string }): {
  subject: string;
  text: string;
} {
  const { test, see } = words[language];
  return { subject: test.subject, text: `${test.text}\n\n${see} ${url}\n` };
}
