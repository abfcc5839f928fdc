/** The buttons that show and hide the side panels on narrow screens. Hidden where there is room for the panels. */

import { LayoutGrid, SlidersHorizontal } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useView } from '../designer-context.tsx';

export function PanelToggles() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const { libraryOpen, settingsOpen } = useView((state) => state);
  return (
    <>
      <span className="toggle-library">
        <IconButton
          kind="plain"
          icon={LayoutGrid}
          label={t(libraryOpen ? 'hideLibrary' : 'showLibrary')}
          isOn={libraryOpen}
          onPress={() => view.setState({ libraryOpen: !libraryOpen })}
        />
      </span>
      <span className="toggle-settings">
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
