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
          <p className="bad" role="alert">
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

/** Of the square, in pixels: twice the largest that is shown. */
const side = 128;

/**
 * Makes a small square PNG of a picture that a person chose, so that the server gets nothing else of the file.
 *
 * @returns it as base64
 * @throws for a file that the browser cannot show
 */
async function squarePicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('The browser draws nothing');
  // A transparent picture would let the letters show through.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, side, side);
  pen.imageSmoothingQuality = 'high';
  // The middle of it, as much as fits into the square.
  const cut = Math.min(image.width, image.height);
  pen.drawImage(image, (image.width - cut) / 2, (image.height - cut) / 2, cut, cut, 0, 0, side, side);
  image.close();
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}
