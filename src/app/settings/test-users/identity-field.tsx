/** A field of many identities: chips, and a text that becomes one or more of them. */

import { AtSign, CircleAlert, MessagesSquare, Phone, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup';
import { announce } from '../../shell/announce.tsx';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { bytesOf, isPhoneNumber, longestIdentity, readIdentities, withIdentities } from './identity.ts';

export type IdentityFieldProps = { identities: readonly string[]; onChange(identities: string[]): void };

/**
 * Enter, a comma and leaving the field add what was typed, and so does pasting a list. Backspace in an empty
 * text takes the last one away; arrows walk through the chips, where Delete removes.
 */
export function IdentityField({ identities, onChange }: IdentityFieldProps) {
  const t = useWords('testUsers');
  const [text, setText] = useState('');
  const remove = (gone: ReadonlySet<string | number>) => {
    onChange(identities.filter((each) => !gone.has(each)));
    for (const each of gone) announce(t('removed', { identity: each }));
  };
  const add = (typed: string) => {
    const more = readIdentities(typed);
    if (more.length > 0) onChange(withIdentities(identities, more));
    setText('');
  };
  const press = (event: KeyboardEvent) => {
    const last = identities.at(-1);
    if (event.key === 'Enter' || event.key === ',' || event.key === ';') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && last !== undefined) {
      remove(new Set([last]));
    }
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\n\r\t,;]/.test(pasted)) return;
    event.preventDefault();
    add(`${text}${pasted}`);
  };
  return (
    <>
      <div className="ids">
        {identities.length > 0 && (
          <TagGroup aria-label={t('identitiesTitle')} onRemove={remove}>
            <TagList>
              {/* Masked ones may be alike. */}
              {[...new Set(identities)].map((identity) => (
                <Chip key={identity} identity={identity} />
              ))}
            </TagList>
          </TagGroup>
        )}
        <input
          aria-label={t('add')}
          placeholder={identities.length === 0 ? t('add') : t('addMore')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => add(text)}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <LengthStatus identities={identities} text={text.trim()} />
    </>
  );
}

function iconOf(identity: string): IconShape {
  if (isPhoneNumber(identity)) return Phone;
  return /^chat:/i.test(identity) ? MessagesSquare : AtSign;
}

function Chip({ identity }: { identity: string }) {
  const t = useWords('testUsers');
  const tooLong = bytesOf(identity) > longestIdentity;
  return (
    <Tag id={identity} textValue={identity} className={tooLong ? 'idc bad' : 'idc'}>
      <Icon of={tooLong ? CircleAlert : iconOf(identity)} size={14} />
      <span className="clip">{identity}</span>
      <Button slot="remove" className="xx" aria-label={t('remove', { identity })}>
        <Icon of={X} size={12} />
      </Button>
    </Tag>
  );
}

/** What is too long, and how long the text is that is being typed. */
function LengthStatus({ identities, text }: { identities: readonly string[]; text: string }) {
  const t = useWords('testUsers');
  const limit = longestIdentity;
  const [worst = 0, ...others] = [...identities, text]
    .map(bytesOf)
    .filter((bytes) => bytes > limit)
    .sort((a, b) => b - a);
  return (
    <div className="measure">
      <span role="status">
        {worst > 0 && (
          <span className="fault">
            <Icon of={CircleAlert} size={14} />
            {t('tooLong', { count: others.length + 1, bytes: worst, limit })}
          </span>
        )}
      </span>
      {text !== '' && <span className="num mut">{t('bytes', { bytes: bytesOf(text), limit })}</span>}
    </div>
  );
}
