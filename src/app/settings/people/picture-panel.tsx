/** One's own picture: chosen from a file, replaced, removed. */

import { useRef, useState } from 'react';
import type { PersonResource } from '#api/people/schemas.ts';
import { useChangePicture } from '../../client/people/change-picture.ts';
import { pictureUrl } from '../../client/people/picture-url.ts';
import { Button } from '../../ui/button.tsx';
import { PersonMark } from '../../ui/marks/person-mark.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { squarePicture } from './square-picture.ts';

export function PicturePanel({
  person: { sid, name, picture_version: version },
}: {
  person: PersonResource;
}) {
  const t = useWords('ownPage');
  const change = useChangePicture();
  const input = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const has = version !== null;
  const send = async (file: Blob) => {
    change.reset();
    const image = await squarePicture(file).catch(() => null);
    setUnreadable(image === null);
    if (image !== null) change.mutate(image, { onSuccess: () => void toast({ message: t('set') }) });
  };
  const failure = isUnreadable ? t('unreadable') : change.error?.message;
  return (
    <Panel title={t('picture')}>
      <div className="inside stacked">
        <div className="own-picture">
          <PersonMark name={name} picture={has ? pictureUrl(sid, version) : null} />
          <p className="sec">{t('pictureText')}</p>
        </div>
        {failure !== undefined && (
          <p className="fault-line" role="alert">
            {failure}
          </p>
        )}
        <div className="form-foot">
          {has && (
            <Button
              onPress={() => {
                setUnreadable(false);
                change.mutate(null, { onSuccess: () => void toast({ message: t('removed') }) });
              }}
              isBusy={change.isPending}
            >
              {t('remove')}
            </Button>
          )}
          <Button onPress={() => input.current?.click()} isBusy={change.isPending}>
            {t(has ? 'replace' : 'choose')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp"
            aria-label={t('picture')}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) void send(file);
              // The same file can be chosen again.
              event.currentTarget.value = '';
            }}
          />
        </div>
      </div>
    </Panel>
  );
}
