/** The chip of a widget type: its icon on the colour of its category. */

import { widgetType } from '#flow/widgets/widget-types.ts';
import { widgetIcon } from '../../canvas/render/icons.ts';
import { CategoryChip } from '../../ui/category-chip.tsx';

export type WidgetChipProps = { type: string | undefined; size?: 20 | 24 | 28; soft?: boolean };

export function WidgetChip({ type, size = 20, soft = false }: WidgetChipProps) {
  return (
    <CategoryChip
      category={widgetType(type)?.category ?? 'flow'}
      icon={widgetIcon(type)}
      size={size}
      soft={soft}
    />
  );
}
