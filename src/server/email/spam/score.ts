/**
 * A small heuristic spam score, from features that legitimate mail software does not produce. Without blocklists or history:
 * a hint for receivers that ask for one, not a filter.
 */

/** The features of a message. `headers` is its header section, `sender` the envelope sender. */
export type ScoredMessage = {
  headers: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  filenames: readonly string[];
  sender: string;
};

type Rule = { name: string; points: number; about: string; applies(mail: ScoredMessage): boolean };

/** Characters of each text that the rules look at. */
export const maxScannedLength = 100_000;

const lacks = (name: string) => {
  const pattern = new RegExp(`^${name}:`, 'im');
  return ({ headers }: ScoredMessage) => !pattern.test(headers);
};

/** The generic test for unsolicited bulk email: a text that every filter reports, with the score that is usual for it. */
const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

const rules: readonly Rule[] = [
  {
    name: 'GTUBE',
    points: 1000,
    about: 'the test text for unsolicited bulk email',
    applies: ({ subject, text, html }) => [subject, text, html].some((each) => each.includes(gtube)),
  },
  { name: 'MISSING_FROM', points: 1.5, about: 'no From header', applies: lacks('from') },
  { name: 'MISSING_DATE', points: 1, about: 'no Date header', applies: lacks('date') },
  { name: 'MISSING_MESSAGE_ID', points: 0.5, about: 'no Message-ID header', applies: lacks('message-id') },
  {
    name: 'MISSING_SUBJECT',
    points: 0.5,
    about: 'no subject',
    applies: ({ subject }) => subject.trim() === '',
  },
  {
    name: 'SHOUTING_SUBJECT',
    points: 1,
    about: 'a subject in capitals',
    applies: ({ subject }) =>
      /\p{Lu}{8}/u.test(subject.replaceAll(/\P{L}/gu, '')) && !/\p{Ll}/u.test(subject),
  },
  {
    name: 'HTML_ONLY',
    points: 0.5,
    about: 'HTML without a plain text version',
    applies: ({ text, html }) => html !== '' && text.trim() === '',
  },
  {
    name: 'NUMERIC_LINK',
    points: 1.5,
    about: 'a link to an address of numbers',
    applies: ({ text, html }) => /https?:\/\/\d{1,3}(\.\d{1,3}){3}\b/i.test(`${text}\n${html}`),
  },
  {
    name: 'OTHER_SENDER',
    points: 0.5,
    about: 'the From header names another domain than the envelope',
    applies: ({ from, sender }) => sender !== '' && domainOf(from) !== domainOf(sender),
  },
  {
    name: 'PROGRAM_ATTACHED',
    points: 3,
    about: 'an attachment that is a program',
    applies: ({ filenames }) =>
      filenames.some((name) => /\.(bat|cmd|com|exe|hta|jar|js|lnk|msi|ps1|scr|vbs)$/i.test(name)),
  },
];

export type SpamScore = { points: number; report: string };

/** Scores a message by the rules that it meets. */
export function scoreSpam(message: ScoredMessage): SpamScore {
  const scanned: ScoredMessage = {
    ...message,
    headers: message.headers.slice(0, maxScannedLength),
    text: message.text.slice(0, maxScannedLength),
    html: message.html.slice(0, maxScannedLength),
  };
  const met = rules.filter((rule) => rule.applies(scanned));
  const total = met.reduce((sum, { points }) => sum + points, 0);
  const lines = met.map(({ name, points, about }) => `${points.toFixed(1)} ${name} ${about}`);
  return { points: total, report: [`Score ${total.toFixed(1)}`, ...lines].join('\n') };
}

function domainOf(address: string): string {
  const [, domain = ''] = /@([^@>\s]+)>?\s*$/.exec(address) ?? [];
  return domain.toLowerCase();
}
