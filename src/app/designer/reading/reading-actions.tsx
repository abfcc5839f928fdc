/** What can be done with a flow without editing it: test, start, comment, publish. */

import { Link } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { commandTable } from '../commands/command-table.ts';
import { CommentsButton } from '../comments/comments-button.tsx';
import { useDesigner, useDocument } from '../designer-context.tsx';

export function ReadingActions() {
  const t = useWords('reading');
  const { commands, testRun } = useDesigner();
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  return (
    <section className="reading-actions" aria-label={t('actions')}>
      <Button icon={commandTable.test.icon} onPress={testRun.toggle}>
        {t('test')}
      </Button>
      {sid !== null && (
        <Link
          to="/flows/$sid/executions"
          params={{ sid }}
          search={{ start: true }}
          className={buttonClass()}
          aria-label={t('startExecution')}
        >
          <Icon of={Rocket} size={14} />
          {t('start')}
        </Link>
      )}
      <CommentsButton />
      <span className="grow" />
      <Button kind="primary" onPress={commands.requestPublish}>
        {t('publish')}
      </Button>
    </section>
  );
}
