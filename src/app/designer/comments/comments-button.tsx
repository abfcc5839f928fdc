/** The button of the top bar that shows the comments, with how many threads are unread. */

import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/marks/count.tsx';
import { useWords } from '../../words/use-words.ts';
import { commandTable } from '../commands/command-table.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { useThreads } from './use-comment-pins.ts';

export function CommentsButton() {
  const t = useWords('comments');
  const { commands } = useDesigner();
  const isSaved = useDocument((state) => state.base !== null);
  const isOpen = useView((state) => state.comments !== null);
  const { unread } = useThreads();
  if (!isSaved) return null;
  return (
    <span className="comments-tool">
      <Button
        kind="ghost"
        icon={commandTable.toggleComments.icon}
        aria-label={unread.size === 0 ? t('title') : t('show', { unread: unread.size })}
        aria-pressed={isOpen}
        onPress={commands.toggleComments}
      >
        {unread.size > 0 && <Count value={unread.size} />}
      </Button>
    </span>
  );
}
