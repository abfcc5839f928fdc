/** The coloured square that carries a category's colour, the only place where that colour appears. */

import { type ChipCategory, categoryClass } from './category-class.ts';
import { Icon, type IconShape } from './icon.tsx';

export type CategoryChipProps = {
  category: ChipCategory;
  icon: IconShape;
  size?: 20 | 24 | 28;
  soft?: boolean;
};

export function CategoryChip({ category, icon, size = 28, soft = false }: CategoryChipProps) {
  const iconSize = { 20: 12, 24: 14, 28: 16 } as const;
  return (
    <span
      className={`chip${size === 28 ? '' : ` s${size}`}${soft ? ' soft' : ''} ${categoryClass[category]}`}
    >
      <Icon of={icon} size={iconSize[size]} />
    </span>
  );
}
