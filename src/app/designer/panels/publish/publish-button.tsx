/** The button that opens the publish dialog. Who may not publish sees which role it needs. */

import { usePublishing } from '../../../client/publishing.ts';
import { useMay } from '../../../client/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useDesigner, useDocument } from '../../designer-context.tsx';

export function PublishButton() {
  const t = useWords('designer');
  const { commands } = useDesigner();
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const mayPublish = useMay('flows.publish');
  const mayRequest = useMay('flows.write');
  // Where another person approves, who edits may ask for it.
  const setting = usePublishing(mayRequest && !mayPublish ? sid : null).data;
  if (mayPublish || setting?.needs_approval === true) {
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
