/** What comes next after the first publish of a flow: attach a number, try it, share the webhook. */

import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import './notices.css';

export function NextSteps() {
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
