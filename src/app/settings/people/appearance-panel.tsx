/** The language of the page, and light or dark, as the menus of the rail have them too. */

import '../../words/chunks/late-words.ts';
import { chooseTheme, type Theme, useTheme } from '../../shell/theme.ts';
import { Select } from '../../ui/forms/select.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { chooseLanguage, languages, useLanguage } from '../../words/language.ts';
import { useWords } from '../../words/use-words.ts';

const themes: readonly Theme[] = ['light', 'dark', 'system'];

export function AppearancePanel() {
  const t = useWords('ownPage');
  const menus = useWords('railMenus');
  const shown = useLanguage();
  return (
    <Panel title={t('appearance')}>
      <div className="inside stacked">
        <Select
          label={menus('language')}
          options={languages.map(({ language, name }) => ({ value: language, label: name }))}
          value={languages.find(({ language }) => language === shown)?.language ?? null}
          onChange={(language) =>
            void chooseLanguage(language).catch(() => toast({ message: menus('languageFailed') }))
          }
        />
        <Select
          label={menus('theme')}
          options={themes.map((value) => ({ value, label: menus(value) }))}
          value={useTheme()}
          onChange={chooseTheme}
          help={t('appearanceText')}
        />
      </div>
    </Panel>
  );
}
