/** The button that opens the publish dialog. Who may not publish sees which role it needs. */

import { Button } from '../../../ui/button.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useMayPublish } from '../../commands/use-refused-commands.ts';
import { useDesigner } from '../../designer-context.tsx';

export function PublishButton() {
  const t = useWords('designer');
  const { commands } = useDesigner();
  if (useMayPublish()) {
    return (
      <Button kind="primary" onPress={commands.requestPublish}>
        {t('publish')}
      </Button>
    );
  }
  return (
    <Tooltip text={t('publishNeedsRole')}>
      {/* It keeps the focus and the pointer, which the sentence needs. */}
      <Button kind="primary" aria-disabled>
        {t('publish')}
      </Button>
    </Tooltip>
  );
}
