/** Two versions of a template, compared line by line. */

import '../../../words/chunks/change-words.ts';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TemplateVersion } from '#api/email/templates.ts';
import { diffTextLines } from '#flow/diff/line-diff.ts';
import { LineComparison } from '../../../changes/json-comparison.tsx';
import { useTemplateVersion } from '../../../client/email/templates.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';

type VersionComparisonProps = { template: string; before: string; after: TemplateVersion };

export function VersionComparison({ template, before, after }: VersionComparisonProps) {
  const t = useWords('emailTemplates');
  return (
    <Loaded
      query={useTemplateVersion(useEmailTarget(), template, before)}
      failedTitle={t('failedTitle')}
      lines={8}
    >
      {(earlier) => (
        <Panel
          title={t('compareTitle', { before: earlier.name, after: after.name })}
          className="compared"
          actions={
            <Link
              to="/email/templates/$id"
              params={{ id: template }}
              search={{ version: after.id }}
              className={buttonClass()}
            >
              {t('compareEnd')}
            </Link>
          }
        >
          <Lines before={earlier} after={after} />
        </Panel>
      )}
    </Loaded>
  );
}

function Lines({ before, after }: { before: TemplateVersion; after: TemplateVersion }) {
  const t = useWords('emailTemplates');
  const pairs = useMemo(() => {
    const textOf = ({ subject, html_content, plain_content }: TemplateVersion) =>
      [
        `${t('subject')}: ${subject}`,
        html_content,
        ...(plain_content === '' ? [] : [`${t('plain')}:`, plain_content]),
      ].join('\n');
    return diffTextLines(textOf(before), textOf(after));
  }, [t, before, after]);
  return <LineComparison pairs={pairs} names={{ before: before.name, after: after.name }} />;
}
