/** What was exchanged in a test run: bubbles of messages, the script of a call, and events between them. */

import { useEffect, useRef } from 'react';
import type { TranscriptEntry } from '#simulator/simulation.ts';
import { asTyped } from '../ui/as-typed.ts';
import { durationInWords } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import type { ThreadRow } from './thread-rows.ts';

export type ThreadProps = {
  rows: readonly ThreadRow[];
  /** Said while there are no rows. */
  invitation: string;
  look: 'messages' | 'call';
  /** The entry that is being heard. */
  speaking?: TranscriptEntry | null;
  /** What is heard is not read out by a screen reader as well. */
  isHeard?: boolean;
};

export function Thread({ rows, invitation, look, speaking = null, isHeard = false }: ThreadProps) {
  const t = useWords('simulator');
  const scroller = useRef<HTMLDivElement>(null);
  const last = rows.at(-1)?.key;
  // At its end, where its style keeps it when its height or a line changes.
  useEffect(() => {
    if (last !== undefined) scroller.current?.scrollTo({ top: 0 });
  }, [last]);
  return (
    <div
      ref={scroller}
      className={`thread is-${look}`}
      role="log"
      aria-live={isHeard ? 'off' : 'polite'}
      aria-label={t('conversation')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
    >
      {rows.length === 0 && <p className="thread-event">{invitation}</p>}
      <ol>
        {rows.map((row) =>
          row.kind === 'entry' ? (
            <Entry key={row.key} entry={row.entry} isSpeaking={row.entry === speaking} />
          ) : (
            <li key={row.key} className="thread-event">
              {t('branch', row)}
            </li>
          ),
        )}
      </ol>
    </div>
  );
}

function Entry({ entry, isSpeaking }: { entry: TranscriptEntry; isSpeaking: boolean }) {
  const t = useWords('simulator');
  switch (entry.kind) {
    case 'sent':
      return (
        <li className="bubble is-sent" data-failed={entry.failed || undefined} {...asTyped}>
          {entry.content === null ? entry.body : t('entry.template', { sid: entry.content })}
          <Media urls={entry.media} />
          {entry.failed && <span className="bubble-note">{t('entry.notSent')}</span>}
        </li>
      );
    case 'received':
      return (
        <li className="bubble is-received" {...asTyped}>
          {entry.body}
          <Media urls={entry.media} />
        </li>
      );
    case 'spoken':
      return (
        <li className="spoken" {...asTyped} data-speaking={isSpeaking || undefined}>
          {entry.widget !== null && <span className="mut code">{entry.widget}</span>}
          <p>{entry.text}</p>
        </li>
      );
    default:
      return <EventLine entry={entry} />;
  }
}

type EventEntry = Exclude<TranscriptEntry, { kind: 'sent' | 'received' | 'spoken' }>;

function EventLine({ entry }: { entry: EventEntry }) {
  return <li className="thread-event">{useEventText(entry)}</li>;
}

function useEventText(entry: EventEntry): string {
  const t = useWords('simulator');
  const widget = entry.widget ?? '';
  switch (entry.kind) {
    case 'started':
      return t(`entry.started.${entry.event}`);
    case 'played':
      return t('entry.played', entry);
    case 'tones':
      return t('entry.tones', entry);
    case 'listening':
    case 'recording':
      return t(`entry.${entry.kind}`);
    case 'paying':
    case 'dialing':
    case 'queued':
    case 'agent':
    case 'redirected':
      return t(`entry.${entry.kind}`, { detail: entry.detail });
    case 'pressed':
      return t('entry.pressed', entry);
    case 'said':
      return t('entry.said', entry);
    case 'silence':
      return t('entry.silence');
    case 'calling':
      return t('entry.calling', entry);
    case 'hung-up':
      return t(entry.by === 'contact' ? 'entry.hungUpContact' : 'entry.hungUpFlow');
    case 'event':
      return t('entry.event', { widget, event: entry.event });
    case 'requested':
      return t('entry.requested', {
        widget,
        result: t(entry.result.ok ? 'entry.succeeded' : 'entry.failed'),
      });
    case 'skipped':
      return t('entry.skipped', { time: durationInWords(entry.ms) });
    case 'ignored':
      return t('entry.ignored', entry);
  }
}

function Media({ urls }: { urls: readonly string[] }) {
  return urls.map((url) => (
    <span key={url} className="bubble-media code clip">
      {url}
    </span>
  ));
}
