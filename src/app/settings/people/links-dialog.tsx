/** Links that have just been made and are shown this once, each with a button that copies it. */

import { CircleAlert, Copy, Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import './people-settings.css';
import { copyOrSay } from '../../ui/copy-text.ts';

/** `isSent`: they get it by email, too. */
export type MadeLink = { name: string; link: string; ends: string; isSent: boolean };

/** A person for whom there is no link, and why. */
export type RefusedLink = { name: string; reason: string };

type LinksDialogProps = {
  title: string;
  links: readonly MadeLink[];
  refused?: readonly RefusedLink[];
  onClose(): void;
};

export function LinksDialog({ title, links, refused = [], onClose }: LinksDialogProps) {
  const t = useWords('people');
  const [isCopied, setCopied] = useState(false);
  const text =
    links.length === 1 ? links[0]?.link : links.map(({ name, link }) => `${name} ${link}`).join('\n');
  const copy = () => void copyOrSay(text ?? '', () => setCopied(true));
  const copyLabel = t(links.length === 1 ? 'links.copy' : 'links.copyAll');
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      // A click outside must not close what is shown only once.
      isBusy
      footer={
        <>
          {links.length > 0 && (
            <Button size="lg" icon={Copy} onPress={copy}>
              {isCopied ? t('links.copied') : copyLabel}
            </Button>
          )}
          <Button size="lg" kind="primary" onPress={onClose}>
            {t('links.done')}
          </Button>
        </>
      }
    >
      {links.some(({ isSent }) => isSent) && (
        <p className="notice">
          <Icon of={Mail} size={16} />
          {t(links.length === 1 ? 'links.sent' : 'links.sentEach')}
        </p>
      )}
      {links.length > 0 && <p className="sec">{t(links.length === 1 ? 'links.once' : 'links.onceEach')}</p>}
      <ul className="stacked made-links">
        {refused.map(({ name, reason }) => (
          <Line key={name} name={name}>
            <p className="bad" role="alert">
              <Icon of={CircleAlert} size={14} />
              {reason}
            </p>
          </Line>
        ))}
        {links.map(({ name, link, ends }) => (
          <Line key={name} name={name} note={t('links.until', { when: dateAndTime(ends) })}>
            <p className="row">
              <code>{link}</code>
              <CopyButton text={link} label={t('links.copyOf', { name })} />
            </p>
          </Line>
        ))}
      </ul>
    </Dialog>
  );
}

function Line({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <li>
      <p>
        <b>{name}</b>
        {note !== undefined && <span className="small sec">{note}</span>}
      </p>
      {children}
    </li>
  );
}
