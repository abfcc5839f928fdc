/** A revision that was published after the one that is being edited: what it changed, and the choice. */

import { Link } from '@tanstack/react-router';
import type { FlowPublishing } from '#api/flows/publishing.ts';
import { ChangeSentences } from '../../../changes/change-sentences.tsx';
import { useRevisionDiff } from '../../../client/revisions.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useDocument } from '../../designer-context.tsx';

/** Numbers of revisions: the one that the person has seen last, and the one that was published after it. */
export type NewerPublished = { base: number; published: number };

/** Null while nothing newer than the edited revision is published. */
export function useNewerPublish(setting: FlowPublishing | undefined): NewerPublished | null {
  const base = useDocument((state) => (state.base === null ? null : state.seenRevision));
  const published = setting?.published_revision ?? null;
  if (base === null || setting === undefined || published === null || published <= base) return null;
  return { base, published };
}

export type NewerPublishProps = {
  sid: string;
  newer: NewerPublished;
  isAccepted: boolean;
  onAccept(isAccepted: boolean): void;
};

export function NewerPublish({ sid, newer, isAccepted, onAccept }: NewerPublishProps) {
  const t = useWords('publishing');
  const { base, published: revision } = newer;
  const changes = useRevisionDiff(sid, base, revision);
  return (
    <section className="publish-part">
      <h3>{t('publishedMeanwhile', { revision, base })}</h3>
      {changes.data ? <ChangeSentences diff={changes.data} /> : <Skeleton lines={2} />}
      <Link to="/flows/$sid/history" params={{ sid }} search={{ compare: `${revision}..working` }}>
        {t('compare', { revision })}
      </Link>
      <Checkbox label={t('overwrites', { revision })} isOn={isAccepted} onChange={onAccept}>
        <span>
          {t('overwrites', { revision })} <small className="mut">{t('overwriteHelp')}</small>
        </span>
      </Checkbox>
    </section>
  );
}
