/** What the marks on the canvas mean, and how many there are of each. Each of them can be hidden. */

import type { ChangeMark } from '../canvas/canvas-props.ts';
import { changeIcons } from '../canvas/render/change-badge.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { type ChangeGroup, changeMarks } from './change-groups.ts';

export type ChangeLegendProps = {
  groups: readonly ChangeGroup[];
  hidden: ReadonlySet<ChangeMark>;
  onToggle(mark: ChangeMark): void;
};

export function ChangeLegend({ groups, hidden, onToggle }: ChangeLegendProps) {
  const t = useWords('comparison');
  return (
    <fieldset className="change-legend">
      <legend className="vh">{t('legend')}</legend>
      {changeMarks.map((mark) => {
        const count = groups.filter((each) => each.mark === mark).length;
        return count === 0 ? null : (
          <button
            key={mark}
            type="button"
            aria-pressed={!hidden.has(mark)}
            aria-label={t('showMark', { mark: t(`marks.${mark}`), count })}
            onClick={() => onToggle(mark)}
          >
            <span className={`swatch m-${mark}`}>
              <Icon of={changeIcons[mark]} size={12} />
            </span>
            {t(`marks.${mark}`)}
            <span className="num">{count}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
