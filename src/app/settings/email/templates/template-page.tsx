/** One template: its versions, and the editor of the one that is shown. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { FileCode } from 'lucide-react';
import type { Template } from '#api/email/templates.ts';
import { useTemplate, useTemplateVersion } from '../../../client/email/templates.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { lateComponent } from '../../../ui/states/late-component.tsx';
import { LatePart } from '../../../ui/states/late-part.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { dateAndTime } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { TemplateEditor } from './template-editor.tsx';
import '../../../words/chunks/email-section-words.ts';
import './templates.css';
import { readTemplateSearch } from '../search-params.ts';

const VersionComparison = lateComponent(
  async () => (await import('./version-comparison.tsx')).VersionComparison,
);

const route = getRouteApi('/shell/email/templates/$id');

export function TemplatePage() {
  const t = useWords('emailTemplates');
  const { id } = route.useParams();
  const template = useTemplate(useEmailTarget(), id);
  const list = (
    <Link to="/email/templates" className={buttonClass()}>
      {t('toList')}
    </Link>
  );
  return (
    <>
      <EmailHeader title={template.data?.name ?? t('title')} lead={id} />
      <Loaded
        query={template}
        failedTitle={t('failedTitle')}
        lines={8}
        notFound={
          <EmptyState icon={FileCode} title={t('notFoundTitle')} actions={list}>
            {t('notFoundText')}
          </EmptyState>
        }
      >
        {(shown) => <Versions template={shown} />}
      </Loaded>
    </>
  );
}

function Versions({ template }: { template: Template }) {
  const t = useWords('emailTemplates');
  const { version: wanted, compare } = readTemplateSearch(route.useSearch());
  const { id, versions } = template;
  const newest = versions.toReversed();
  const chosen =
    versions.find((each) => each.id === wanted) ??
    versions.find(({ active }) => active === 1) ??
    newest[0] ??
    null;
  const version = useTemplateVersion(useEmailTarget(), id, chosen?.id ?? null);
  const other = versions.find((each) => each.id === compare && each.id !== chosen?.id);
  return (
    <div className="panel-columns template">
      <Panel
        title={t('versions')}
        actions={<CopyButton text={id} label={t('copyId')} />}
        className="versions"
      >
        {newest.length === 0 && <p className="inside mut">{t('noVersion')}</p>}
        <ul className="divided" aria-label={t('versions')}>
          {newest.map((each) => (
            <li key={each.id}>
              <Link
                to="/email/templates/$id"
                params={{ id }}
                search={{ version: each.id }}
                className={each.id === chosen?.id ? 'on' : undefined}
                {...(each.id === chosen?.id && { 'aria-current': 'true' as const })}
              >
                <span className="grow clip">{each.name}</span>
                {each.active === 1 ? (
                  <Pill tone="live" mark="dot">
                    {t('active')}
                  </Pill>
                ) : (
                  <Pill mark="ring">{t('draft')}</Pill>
                )}
                <time className="small mut">{dateAndTime(`${each.updated_at.replace(' ', 'T')}Z`)}</time>
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
      {chosen === null ? (
        <TemplateEditor key="new" template={template} version={null} />
      ) : (
        <Loaded query={version} failedTitle={t('failedTitle')} lines={8}>
          {(loaded) =>
            other === undefined ? (
              <TemplateEditor key={loaded.id} template={template} version={loaded} />
            ) : (
              <LatePart>
                <VersionComparison template={id} before={other.id} after={loaded} />
              </LatePart>
            )
          }
        </Loaded>
      )}
    </div>
  );
}
