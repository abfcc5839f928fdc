/** Which outlets tests take: a filled check where one does, a hollow ring where none does. */

import { Check } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { jackOffsets } from '#flow/layout/outlet-places.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import type { CanvasCoverage } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import type { Scene } from './scene.ts';
import './coverage-labels.css';

/** How far below its jack a mark is, in canvas units. */
const belowJack = 16;

type CoverageLabelsProps = { coverage: CanvasCoverage; scene: Scene };

export const CoverageLabels = memo(function CoverageLabels({ coverage, scene }: CoverageLabelsProps) {
  return [...scene.widgets.values()].flatMap(({ id, box, summary }) => {
    const offsets = jackOffsets(box.width, summary.outlets.length);
    return summary.outlets.flatMap(({ key, label: outlet }, index) => {
      const tests = coverage.get(`${id} ${key}`);
      if (tests === undefined) return [];
      const place = { widget: summary.name, outlet };
      const label =
        tests.length === 0
          ? t('coverage.not', place)
          : t('coverage.by', { ...place, tests: tests.join(', ') });
      return [
        <span
          key={`${id} ${key}`}
          className={tests.length === 0 ? 'coverage not' : 'coverage'}
          style={at(box.x + (offsets[index] ?? 0), box.y + box.height + belowJack)}
          role="img"
          aria-label={label}
          title={label}
        >
          {tests.length > 0 && <Icon of={Check} size={12} />}
        </span>,
      ];
    });
  });
});

function at(x: number, y: number): CSSProperties {
  return { '--x': `${x}px`, '--y': `${y}px` } as CSSProperties;
}
