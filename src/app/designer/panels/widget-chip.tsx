/** The chip of a widget type: its icon on the colour of its category. */

import { widgetType } from '#flow/widgets/widget-types.ts';
import { widgetIcon } from '../../canvas/render/icons.ts';
import { CategoryChip } from '../../ui/marks/category-chip.tsx';
import { chipType } from '../finding/ready-made.ts';

export type WidgetChipProps = { type: string | undefined; size?: 20 | 24 | 28; soft?: boolean };

export function WidgetChip({ type, size = 20, soft = false }: WidgetChipProps) {
  const shown = chipType(type);
  return (
    <CategoryChip
      category={widgetType(shown)?.category ?? 'flow'}
      icon={widgetIcon(shown)}
      size={size}
      soft={soft}
    />
  );
}
