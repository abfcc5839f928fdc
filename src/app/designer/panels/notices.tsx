/** Notices below the top bar: a deleted flow, a failed command. They never block editing. */

import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { setEditsAnyway, useEditsOnNarrowScreen } from '../reading/reading-layout-choice.ts';
import './notices.css';

export function Notices() {
  return (
    <>
      <Deleted />
      <Outdated />
      <NotStored />
      <Failed />
      <Arranged />
      <NextSteps />
    </>
  );
}

function Deleted() {
  const t = useWords('designer');
  const { commands } = useDesigner();
  const isDeleted = useDocument((state) => state.sync === 'deleted');
  if (!isDeleted) return null;
  return (
    <div className="notice warn" role="status">
      <span className="grow">{t('deletedNotice')}</span>
      <Button onPress={() => void commands.saveAsNewFlow()}>{t('saveAsNewFlow')}</Button>
    </div>
  );
}

function Outdated() {
  const t = useWords('designer');
  const isOutdated = useDocument((state) => state.sync === 'refused');
  if (!isOutdated) return null;
  return <div className="notice warn">{t('outdatedNotice')}</div>;
}

/** Said before it matters: once the server does not respond, nothing keeps what is changed. */
function NotStored() {
  const t = useWords('designer');
  const isNotStored = useDocument((state) => state.persistFailed && state.base !== null);
  if (!isNotStored) return null;
  return (
    <div className="notice warn" role="status">
      {t('notStoredNotice')}
    </div>
  );
}

/** Shown while arranging is the last edit: an undo, or any further edit, has decided. */
function Arranged() {
  const t = useWords('designer');
  const { view, commands } = useDesigner();
  const isArranged = useView((state) => state.arranged);
  const isLast = useDocument((state) => state.history.past.at(-1)?.label.name === 'arrange');
  if (!isArranged || !isLast) return null;
  const close = () => view.setState({ arranged: false });
  return (
    <div className="notice" role="status">
      <span className="grow">{t('arrangedNotice')}</span>
      <Button onPress={close}>{t('keepArranged')}</Button>
      <Button
        onPress={() => {
          close();
          commands.undo();
        }}
      >
        {t('putBack')}
      </Button>
    </div>
  );
}

function Failed() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const notice = useView((state) => state.notice);
  if (notice === null) return null;
  return (
    <div className="notice bad">
      <span className="grow">{notice}</span>
      <IconButton icon={X} label={t('close')} onPress={() => view.setState({ notice: null })} />
    </div>
  );
}

/** What comes next after the first publish of a flow: attach a number, try it, share the webhook. */
function NextSteps() {
  const t = useWords('designer');
  const { view, testRun } = useDesigner();
  const isShown = useView((state) => state.nextSteps);
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  if (!isShown || sid === null) return null;
  const close = () => view.setState({ nextSteps: false });
  return (
    <section className="notice" aria-label={t('nextSteps.title')}>
      <span className="grow">{t('nextSteps.text')}</span>
      <Link to="/settings/numbers" className={buttonClass()}>
        {t('nextSteps.number')}
      </Link>
      <Button
        onPress={() => {
          close();
          testRun.toggle();
        }}
      >
        {t('nextSteps.test')}
      </Button>
      <Link to="/settings/flows/$sid/webhook" params={{ sid }} className={buttonClass()}>
        {t('nextSteps.webhook')}
      </Link>
      <IconButton icon={X} label={t('close')} onPress={close} />
    </section>
  );
}

/** The way back to reading for who edits on a phone. Nothing on a larger screen. */
export function EditingNotice() {
  const t = useWords('reading');
  if (!useEditsOnNarrowScreen()) return null;
  return (
    <div className="notice">
      <span className="grow">{t('editing')}</span>
      <Button onPress={() => setEditsAnyway(false)}>{t('readAsList')}</Button>
    </div>
  );
}
