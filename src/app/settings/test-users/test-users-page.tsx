/** Who may run the drafts of a flow: a list that is changed as a whole and then saved. */

import { getRouteApi } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { FlowSummary } from '#api/flows/schemas.ts';
import { useFlowSummaries } from '../../client/flows.ts';
import { useSaveTestUsers, useTestUsers } from '../../client/test-users.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { useWords } from '../../words/use-words.ts';
import { SectionHeader } from '../section-header.tsx';
import { bytesOf, longestIdentity } from './identity.ts';
import { IdentityField } from './identity-field.tsx';
import { RevisionOverview } from './revision-overview.tsx';
import { TestRuns } from './test-runs.tsx';
import './test-users.css';

const route = getRouteApi('/shell/settings/flows/$sid/test-users');

export function TestUsersPage() {
  const t = useWords('testUsers');
  const { sid } = route.useParams();
  const flows = useFlowSummaries();
  return (
    <div className="narrow test-users">
      <SectionHeader title={t('title')} lead={t('lead')} />
      <Loaded query={flows} failedTitle={t('failedTitle')} lines={5}>
        {(all) => {
          const flow = all.find((each) => each.sid === sid);
          return flow === undefined ? (
            <EmptyState icon={FlaskConical} title={t('notFoundTitle')}>
              {t('notFoundText')}
            </EmptyState>
          ) : (
            <TestUsersOf key={sid} flow={flow} />
          );
        }}
      </Loaded>
    </div>
  );
}

function TestUsersOf({ flow }: { flow: FlowSummary }) {
  const t = useWords('testUsers');
  return (
    <Loaded query={useTestUsers(flow.sid)} failedTitle={t('failedTitle')} lines={5}>
      {({ test_users: stored }) => (
        <>
          <RevisionOverview flow={flow} identities={stored.length} />
          <Identities flow={flow} stored={stored} />
          <TestRuns sid={flow.sid} />
        </>
      )}
    </Loaded>
  );
}

/** `edited` is null while nothing differs from what is stored. */
function Identities({ flow, stored }: { flow: FlowSummary; stored: readonly string[] }) {
  const t = useWords('testUsers');
  const [edited, setEdited] = useState<readonly string[] | null>(null);
  const save = useSaveTestUsers(flow.sid);
  const identities = edited ?? stored;
  const tooLong = identities.some((each) => bytesOf(each) > longestIdentity);
  const change = (next: readonly string[]) => setEdited(sameList(next, stored) ? null : next);
  const submit = () =>
    save.mutate(identities, {
      onSuccess: () => {
        setEdited(null);
        toast({ message: t('savedNote') });
      },
      onError: (failure) => void toast({ message: t('saveFailed', { message: failure.message }) }),
    });
  return (
    <Panel
      title={t('identitiesTitle')}
      actions={<span className="small mut clip">{flow.friendly_name}</span>}
    >
      <div className="inside stacked">
        <IdentityField identities={identities} onChange={change} />
        <div className="foot">
          <span className="small mut grow">{t('help')}</span>
          <Button onPress={() => setEdited(null)} isDisabled={edited === null}>
            {t('discard')}
          </Button>
          <Button
            kind="primary"
            onPress={submit}
            isDisabled={edited === null || tooLong}
            isBusy={save.isPending}
          >
            {t('save')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
