/** Choosing light, dark, or what the system has. */

import { Monitor, Moon, Sun } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { useWords } from '../words/use-words.ts';
import { chooseTheme, useTheme } from './theme.ts';

const choices = [
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
  { id: 'system', icon: Monitor },
] as const;

export function ThemeMenu() {
  const t = useWords('shell');
  const choice = useTheme();
  const icon = choices.find(({ id }) => id === choice)?.icon ?? Monitor;
  return (
    <Menu
      label={t('theme')}
      placement="right bottom"
      trigger={
        <Button className="place" aria-label={t('theme')}>
          <Icon of={icon} size={18} />
        </Button>
      }
      items={choices.map(({ id, icon: each }) => ({
        id,
        label: t(id),
        icon: each,
        isChosen: id === choice,
        onAction: () => chooseTheme(id),
      }))}
    />
  );
}
