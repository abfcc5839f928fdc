/** The list of the menu of appearances. */

import { Monitor, Moon, Sun } from 'lucide-react';
import type { OpenedMenu } from '../ui/overlays/menu-action.ts';
import { MenuPopover } from '../ui/overlays/menu-popover.tsx';
import '../words/chunks/late-words.ts';
import { useWords } from '../words/use-words.ts';
import { chooseTheme, useTheme } from './theme.ts';

const choices = [
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
  { id: 'system', icon: Monitor },
] as const;

export function ThemeList(menu: OpenedMenu) {
  const t = useWords('railMenus');
  const choice = useTheme();
  return (
    <MenuPopover
      {...menu}
      label={t('theme')}
      placement="right bottom"
      items={choices.map(({ id, icon }) => ({
        id,
        label: t(id),
        icon,
        isChosen: id === choice,
        onAction: () => chooseTheme(id),
      }))}
    />
  );
}
