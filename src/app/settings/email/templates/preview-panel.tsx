/** The email that a template makes of the test data: its subject, and its HTML in a sandboxed frame or its text. */

import { useEffect, useId, useRef, useState } from 'react';
import { paths } from '#api/paths.ts';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useWords } from '../../../words/use-words.ts';
import '../sent/sent-emails.css';
import type { RenderedTemplate } from './template-preview.ts';

type View = 'html' | 'text';
type Size = 'desktop' | 'phone';

type PreviewPanelProps = {
  /** Null where nothing could be shown yet. */
  rendered: RenderedTemplate | null;
  /** It is that of an earlier text. */
  isStale: boolean;
};

export function PreviewPanel({ rendered, isStale }: PreviewPanelProps) {
  const t = useWords('emailTemplates');
  const sent = useWords('sentEmail');
  const [view, setView] = useState<View>('html');
  const [size, setSize] = useState<Size>('desktop');
  const { subject = '', html = '', text = '' } = rendered ?? {};
  return (
    <Panel
      title={t('preview')}
      className="preview mail"
      actions={
        <>
          <SegmentedControl<View>
            label={sent('view')}
            segments={(['html', 'text'] as const).map((value) => ({
              value,
              label: t(`views.${value}`),
            }))}
            value={view}
            onChange={setView}
          />
          {view === 'html' && (
            <SegmentedControl<Size>
              label={t('preview')}
              segments={(['desktop', 'phone'] as const).map((value) => ({
                value,
                label: t(`sizes.${value}`),
              }))}
              value={size}
              onChange={setSize}
            />
          )}
        </>
      }
    >
      <div className="filled">
        {isStale && (
          <p className="caution" role="status">
            {t('stale')}
          </p>
        )}
        <b>{subject || t('noSubject')}</b>
        {view === 'text' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          <pre tabIndex={0}>{text}</pre>
        )}
        {view === 'html' && html === '' && <p className="mut">{t('noHtml')}</p>}
        {view === 'html' && html !== '' && <Frame html={html} size={size} />}
      </div>
    </Panel>
  );
}

/** How long the text has to rest before it is shown. */
const restMs = 300;

/**
 * What an email brings along, styles and images, this page may not have: the frame is a page of the server under a policy of
 * its own, to which the HTML is sent as a form.
 */
function Frame({ html, size }: { html: string; size: Size }) {
  const t = useWords('emailTemplates');
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form has the HTML
  useEffect(() => {
    const timer = setTimeout(() => form.current?.submit(), restMs);
    return () => clearTimeout(timer);
  }, [html]);
  return (
    <>
      <form ref={form} method="post" action={paths.templatePreview} target={name} hidden>
        <textarea name="Html" value={html} readOnly />
      </form>
      <iframe
        name={name}
        title={t('previewFrame')}
        className={size}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    </>
  );
}
