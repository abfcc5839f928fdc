/** What is not published: each changed part with who edited it last, and the ways to go on. */

import '../../words/chunks/change-words.ts';
import { Link } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';
import type { State } from '#flow/definition.ts';
import type { ChangedPart } from '#flow/diff/changed-parts.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { widgetIcon } from '../../canvas/render/icons.ts';
import { markOfChanges, markTones } from '../../changes/change-groups.ts';
import { OneChange } from '../../changes/change-list.tsx';
import { AuthorMark } from '../../flow-state/author-mark.tsx';
import { editAuthor } from '../../flow-state/edit-author.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { CategoryChip } from '../../ui/marks/category-chip.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { RelativeTime } from '../../ui/marks/relative-time.tsx';
import { useNow } from '../../ui/marks/use-now.ts';
import { timeAgoInSentence } from '../../words/date-time.ts';
import { widgetTitle } from '../../words/flow-texts.ts';
import { useWords } from '../../words/use-words.ts';
import { useRequestPublish } from '../commands/use-refused-commands.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import type { EditedPart } from './last-edits.ts';
import { useEditedParts } from './use-edited-parts.ts';
import type { Unpublished } from './use-unpublished.ts';
import './unpublished-changes.css';
import { asTyped } from '../../ui/as-typed.ts';

type UnpublishedChangesProps = { unpublished: Unpublished; isReading: boolean; onClose(): void };

export function UnpublishedChanges({ unpublished, isReading, onClose }: UnpublishedChangesProps) {
  const t = useWords('designer');
  const { view } = useDesigner();
  const requestPublish = useRequestPublish();
  const sid = useDocument((state) => state.base?.flow.sid ?? '');
  const parts = useEditedParts(unpublished);
  const { published, before } = unpublished;
  const revision = unpublished.revision ?? 0;
  const count = unpublished.changes ?? 0;
  const now = useNow(30_000);
  const openDialog = (open: () => void) => () => {
    onClose();
    open();
  };
  return (
    <section className="unpublished-changes">
      <header>
        <h2>{t('unpublished.title', { count })}</h2>
        <p>
          {published === null
            ? t('unpublished.runs', { revision })
            : t('unpublished.runsSince', { revision, when: timeAgoInSentence(published.date_created, now) })}
        </p>
      </header>
      {unpublished.failure !== null && <p className="failure">{unpublished.failure.message}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={t('unpublished.label')}>
        {parts.map((each) => (
          <Part key={keyOf(each.part)} {...each} removedFrom={before?.definition.states ?? []} />
        ))}
      </ul>
      <footer>
        {!isReading && (
          <Button kind="danger" onPress={openDialog(() => view.setState({ dialog: 'discardChanges' }))}>
            {t('unpublished.discardDialog')}
          </Button>
        )}
        <span className="grow" />
        <Link
          to="/flows/$sid/history"
          params={{ sid }}
          search={{ compare: `${revision}..working` }}
          className={buttonClass()}
        >
          <Icon of={GitCompareArrows} size={14} />
          {t('unpublished.compare')}
        </Link>
        {!isReading && (
          <Button kind="primary" onPress={openDialog(requestPublish)}>
            {t('unpublished.publish', { count })}
          </Button>
        )}
      </footer>
    </section>
  );
}

function keyOf(part: ChangedPart): string {
  return part.kind === 'widget' ? `widget ${part.widget}` : part.kind;
}

function Part({ part, edit, removedFrom }: EditedPart & { removedFrom: readonly State[] }) {
  const t = useWords('designer');
  const words = useWords('comparison');
  const states = useDocument((document) => document.history.present.definition.states);
  const name = part.kind === 'widget' ? part.widget : t(`unpublished.${part.kind}`);
  const named = ({ name: each }: State) => each === name;
  const state = part.kind === 'widget' ? (states.find(named) ?? removedFrom.find(named)) : undefined;
  const mark = markOfChanges(part.changes);
  return (
    <li>
      {part.kind === 'widget' && (
        <CategoryChip
          category={widgetType(state?.type)?.category ?? 'flow'}
          icon={widgetIcon(state?.type)}
          size={20}
        />
      )}
      <b className="clip" {...asTyped}>
        {name}
      </b>
      <Pill tone={markTones[mark]}>{words(`marks.${mark}`)}</Pill>
      <div className="what">
        <What part={part} state={state} />
      </div>
      {edit !== null && <LastEdit edit={edit} />}
    </li>
  );
}

/** Changes of one part that are listed; the comparison has all. */
const maxChanges = 4;

function What({ part, state }: { part: ChangedPart; state: State | undefined }) {
  const t = useWords('designer');
  if (part.kind === 'layout') return <p>{t('unpublished.layoutText')}</p>;
  const isWhole = part.changes.some(({ kind }) => kind === 'widget-added' || kind === 'widget-removed');
  if (isWhole) return <p>{widgetTitle(state?.type)}</p>;
  const more = part.changes.length - maxChanges;
  return (
    <>
      {part.kind === 'flow' && part.renamed !== null && (
        <p>
          {t('flowName')}: <del>{part.renamed.before}</del> <ins>{part.renamed.after}</ins>
        </p>
      )}
      {part.changes.slice(0, maxChanges).map((change) => (
        <OneChange key={`${change.kind} ${change.path}`} change={change} state={state} />
      ))}
      {more > 0 && <p>{t('unpublished.more', { count: more })}</p>}
    </>
  );
}

function LastEdit({ edit }: { edit: NonNullable<EditedPart['edit']> }) {
  const { author_name: author, author: sid, client, at } = edit;
  const by = { author, sid, client };
  return (
    <p className="by">
      <AuthorMark by={by} />
      <span className="clip">{editAuthor(by)},</span>
      <RelativeTime at={at} isInSentence />
    </p>
  );
}
