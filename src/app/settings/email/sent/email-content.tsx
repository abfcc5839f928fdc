/**
 * The content of an email: text, HTML in a sandboxed iframe, headers, attachments. The HTML may load
 * remote images and counts as opened, so it is shown only on request.
 */

import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { OutboundEmailDetails } from '#api/email/outbound.ts';
import { emailHtmlUrl } from '../../../client/email/sent-emails.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { Masked } from '../../../ui/marks/masked.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { fileSize } from '../../../words/file-size.ts';
import { useWords } from '../../../words/use-words.ts';
import { SeeingNeeds } from '../../permission-guard.tsx';
import { useEmailTarget } from '../use-email-target.ts';

const views = ['text', 'html', 'headers'] as const;

type View = (typeof views)[number];

export function EmailContent({ mail }: { mail: OutboundEmailDetails }) {
  const sent = useWords('sentEmail');
  const [view, setView] = useState<View>(mail.text === null && mail.html !== null ? 'html' : 'text');
  return (
    <Panel
      title={sent('content')}
      actions={
        <SegmentedControl<View>
          label={sent('view')}
          segments={views.map((value) => ({ value, label: sent(`views.${value}`) }))}
          value={view}
          onChange={setView}
        />
      }
    >
      {view === 'text' && <EmailText text={mail.text} />}
      {view === 'html' && (
        <SeeingNeeds permission="contacts.unmasked">
          <EmailHtml key={mail.sid} mail={mail} />
        </SeeingNeeds>
      )}
      {view === 'headers' && <Headers headers={mail.headers} />}
      {mail.attachments.length > 0 && <Attachments attachments={mail.attachments} />}
      {mail.ignored_members.length > 0 && (
        <p className="inside mut">
          {sent('ignored')} <Masked text={mail.ignored_members.join(', ')} />
        </p>
      )}
    </Panel>
  );
}

function EmailText({ text }: { text: string | null }) {
  const sent = useWords('sentEmail');
  return text === null ? (
    <p className="inside mut">{sent('noText')}</p>
  ) : (
    <div className="inside">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>
        <Masked text={text} />
      </pre>
    </div>
  );
}

function EmailHtml({ mail: { sid, html, subject } }: { mail: OutboundEmailDetails }) {
  const sent = useWords('sentEmail');
  const target = useEmailTarget();
  const [isShown, setShown] = useState(false);
  if (html === null) return <p className="inside mut">{sent('noHtml')}</p>;
  if (isShown) {
    return (
      <iframe
        title={sent('frame', { subject })}
        src={emailHtmlUrl(target, sid)}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    );
  }
  return (
    <div className="filled">
      <p className="sec">{sent('htmlWarning')}</p>
      <div className="actions">
        <Button icon={Eye} onPress={() => setShown(true)}>
          {sent('showHtml')}
        </Button>
      </div>
    </div>
  );
}

function Headers({ headers }: { headers: OutboundEmailDetails['headers'] }) {
  return (
    <dl className="inside facts">
      {headers.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an email can have a header twice, and never changes
        <div key={index}>
          <dt>{name}</dt>
          <dd className="mono">
            <Masked text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Attachments({ attachments }: { attachments: OutboundEmailDetails['attachments'] }) {
  const sent = useWords('sentEmail');
  return (
    <div className="inside attachments">
      <h3>{sent('attachments')}</h3>
      <ul>
        {attachments.map(({ filename, type, size }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: attachments may be called alike, and never change
          <li key={index}>
            <Masked text={filename} />{' '}
            <span className="mut small">
              {sent('attachment', {
                type,
                size: fileSize(size),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
