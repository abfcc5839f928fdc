/** The buttons that show and hide the side panels where they are not always shown at the side of the canvas. */

import { PanelLeft, SlidersHorizontal } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useView } from '../designer-context.tsx';

export function PanelToggles() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const { libraryOpen, settingsOpen } = useView((state) => state);
  return (
    <>
      <span className="toggle-library" data-lane="top">
        <Button
          icon={PanelLeft}
          aria-expanded={libraryOpen}
          onPress={() => view.setState({ libraryOpen: !libraryOpen })}
        >
          {t('widgetsButton')}
        </Button>
      </span>
      <span className="toggle-settings" data-lane="top">
        <IconButton
          kind="plain"
          icon={SlidersHorizontal}
          label={t(settingsOpen ? 'hideSettings' : 'showSettings')}
          isOn={settingsOpen}
          onPress={() => view.setState({ settingsOpen: !settingsOpen, comments: null })}
        />
      </span>
    </>
  );
}
