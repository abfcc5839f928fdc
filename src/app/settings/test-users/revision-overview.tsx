/** The picture of who runs which revision: test users the newest, everyone else the published one. */

import { FlaskConical, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FlowSummary } from '#api/flows/schemas.ts';
import { useRevision } from '../../client/revisions.ts';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import { Dot } from '../../ui/marks/pill.tsx';
import { useNow } from '../../ui/marks/use-now.ts';
import { timeAgoInSentence } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';

export function RevisionOverview({ flow, identities }: { flow: FlowSummary; identities: number }) {
  const t = useWords('testUsers');
  const now = useNow(10_000);
  const { revision, published_revision: published, status } = flow;
  const since = useRevision(flow.sid, published).data?.date_created;
  const saved = useRevision(flow.sid, revision).data?.date_created;
  const isDraft = status === 'draft';
  const publishedCard =
    published === null ? (
      <Card mark={<Dot mark="ring" />} name={t('neverPublished')} note={t('nothingRuns')} />
    ) : (
      <Card
        mark={<Dot tone="live" />}
        name={t('published', { revision: published })}
        note={since === undefined ? '' : t('since', { when: timeAgoInSentence(since, now) })}
      />
    );
  return (
    <section className="panel runs-what" aria-label={t('overview')}>
      <Audience
        icon={FlaskConical}
        tone="c-agent"
        name={t('testUsers')}
        note={t('identities', { count: identities })}
      />
      <Arrow tone={isDraft ? 'warn' : 'live'} />
      {isDraft ? (
        <Card
          mark={<Dot mark="ring" tone="warn" />}
          name={t('draft', { revision })}
          note={saved === undefined ? '' : t('saved', { when: timeAgoInSentence(saved, now) })}
        />
      ) : (
        <Card mark={<Dot tone="live" />} name={t('published', { revision })} note={t('noDraft')} />
      )}
      <Audience
        icon={Users}
        tone="c-flow"
        name={t('everyone')}
        note={t('active', { count: flow.active_executions })}
      />
      <Arrow tone={published === null ? 'mut' : 'live'} />
      {publishedCard}
    </section>
  );
}

function Audience({ icon, tone, name, note }: { icon: IconShape; tone: string; name: string; note: string }) {
  const mark = (
    <span className={`chip s24 soft ${tone}`}>
      <Icon of={icon} size={14} />
    </span>
  );
  return <Card mark={mark} name={name} note={note} />;
}

function Card({ mark, name, note }: { mark: ReactNode; name: string; note: string }) {
  return (
    <div className="rcard">
      {mark}
      <span>
        {name}
        <small>{note}</small>
      </span>
    </div>
  );
}

function Arrow({ tone }: { tone: 'warn' | 'live' | 'mut' }) {
  return (
    <svg className={`arrow ${tone}`} viewBox="0 0 120 8" preserveAspectRatio="none" aria-hidden="true">
      <path className="line" d="M0 4H114" />
      <path className="point" d="M112 0l8 4-8 4z" />
    </svg>
  );
}
