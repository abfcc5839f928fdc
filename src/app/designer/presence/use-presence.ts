/** Announces where the person at this page is as long as the designer is shown, and says who comes and goes. */

import { type PointerEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { announce } from '../../shell/announce.tsx';
import { wordsOf } from '../../words/use-words.ts';
import { type DesignerContextValue, useDocument } from '../designer-context.tsx';
import { type Announcer, startAnnouncing } from './announce-presence.ts';
import { loadOwnName } from './own-name.ts';

export function usePresence(designer: DesignerContextValue, canvas: RefObject<CanvasHandle | null>) {
  const { document, view, presence } = designer;
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const announcer = useRef<Announcer | null>(null);
  useEffect(() => {
    if (sid === null) return;
    const started = startAnnouncing({ document, view, presence });
    announcer.current = started;
    void loadOwnName();
    const unsubscribe = presence.subscribe(({ pages, people }, before) => {
      const t = wordsOf('presence');
      // A new page does not know of this one yet.
      if ([...pages.keys()].some((client) => !before.pages.has(client))) started.announce();
      for (const [person, { name }] of people)
        if (!before.people.has(person)) announce(t('joined', { name: name || t('someone') }));
      for (const [person, { name }] of before.people)
        if (!people.has(person)) announce(t('left', { name: name || t('someone') }));
    });
    return () => {
      unsubscribe();
      started.stop();
      announcer.current = null;
    };
  }, [document, view, presence, sid]);
  return useMemo(
    () => ({
      onPointerMove(event: PointerEvent) {
        const [origin, unit] = [
          canvas.current?.screenOf({ x: 0, y: 0 }),
          canvas.current?.screenOf({ x: 1, y: 0 }),
        ];
        if (origin === undefined || unit === undefined || unit.x === origin.x) return;
        const scale = unit.x - origin.x;
        const at = (client: number, zero: number) => Math.round((client - zero) / scale);
        announcer.current?.point({ x: at(event.clientX, origin.x), y: at(event.clientY, origin.y) });
      },
      onPointerLeave: () => announcer.current?.point(null),
    }),
    [canvas],
  );
}
