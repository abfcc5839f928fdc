/** Says how many cards are out of view, leads to them, and offers to fit the flow. */

import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStoreApi } from 'reactflow';
import { Icon } from '../../ui/marks/icon.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { t } from '../canvas-text.ts';
import type { Scene } from '../render/scene.ts';
import { type Beyond, countBeyond } from './out-of-view.ts';
import { type ScreenSize, viewportOf, visibleBox } from './viewport.ts';

const icons = { above: ArrowUp, below: ArrowDown, left: ArrowLeft, right: ArrowRight };
/** Counted once the view rests. */
const restMs = 150;

type OutOfViewPillProps = {
  scene: Scene;
  screen: ScreenSize;
  onMove(side: Beyond): void;
  onFit(): void;
};

export function OutOfViewPill({ scene, screen, onMove, onFit }: OutOfViewPillProps) {
  const [first, ...others] = useCounts(scene, screen);
  if (first === undefined) return null;
  return (
    <>
      <div className="beyond" data-lane="bottom" data-tool>
        {[first, ...others].map(({ side, count }) => {
          const text = t(`beyond.${side}`, { count });
          return (
            <button key={side} type="button" aria-label={text} title={text} onClick={() => onMove(side)}>
              <Icon of={icons[side]} size={14} />
              {side === first.side ? text : count}
            </button>
          );
        })}
        <button type="button" title={t('fit')} onClick={onFit}>
          {t('fitAll')}
          <Kbd keys={['Shift', '1']} />
        </button>
      </div>
      <span className={`beyond-count ${first.side}`} aria-hidden>
        {first.count}
      </span>
    </>
  );
}

function useCounts(scene: Scene, screen: ScreenSize): ReturnType<typeof countBeyond> {
  const store = useStoreApi();
  const [counts, setCounts] = useState<ReturnType<typeof countBeyond>>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const view = visibleBox(viewportOf(store.getState().transform), screen);
      setCounts(
        countBeyond(
          [...scene.widgets.values()].map(({ box }) => box),
          view,
        ),
      );
    };
    count();
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform === before.transform) return;
      clearTimeout(timer);
      timer = setTimeout(count, restMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, scene, screen]);
  return counts;
}
