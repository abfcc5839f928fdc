/**
 * The publish dialog: what changes, what stops it, whom it affects and what becomes of them; now, at a time, or after the
 * approval of a second person.
 */

import { failingTests } from '../../../simulator/kept-test-results.ts';
import '../../../words/chunks/change-words.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndedExecutions } from '#api/flows/publishing.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { EndingChoice } from '../../../changes/ending-choice.tsx';
import { PendingRequest } from '../../../changes/pending-request.tsx';
import { useMay } from '../../../client/people/session.ts';
import {
  useCreatePublishRequest,
  useEndExecutions,
  usePublishing,
  usePublishRequests,
} from '../../../client/publishing.ts';
import { usePublishImpact } from '../../../client/revisions.ts';
import { FailingTests } from '../../../simulator/failing-tests.tsx';
import { openTestLink } from '../../../simulator/open-test.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { dateAndTime } from '../../../words/date-time.ts';
import { findingPlace } from '../../../words/finding-place.ts';
import { findingSentence } from '../../../words/finding-texts.ts';
import { useWords } from '../../../words/use-words.ts';
import { useDesigner, useDocument, useFindings, useTestRun } from '../../designer-context.tsx';
import { useUnpublished } from '../../unpublished/use-unpublished.ts';
import { FindingIcon } from '../problems/finding-icon.tsx';
import { NewerPublish, useNewerPublish } from './newer-publish.tsx';
import { PublishAuthors } from './publish-authors.tsx';
import { PublishPreview } from './publish-preview.tsx';
import { type PublishTime, PublishTimeFields, readTime } from './publish-time.tsx';
import './publish-dialog.css';

export function PublishDialog() {
  const t = useWords('designer');
  const words = useWords('publishing');
  const { view, testRun } = useDesigner();
  const cache = useQueryClient();
  const name = useDocument((state) => state.history.present.name);
  const results = useTestRun((state) => state.results);
  const isSaving = useDocument((state) => state.saving);
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const close = () => view.setState({ dialog: null });
  const form = usePublishForm(sid);
  const openTest = (test: string, step: number) => {
    close();
    void openTestLink(testRun, cache, { link: test, until: step, sid });
  };
  return (
    <Dialog
      title={words('dialogTitle', { name })}
      isOpen
      onClose={close}
      isBusy={isSaving}
      failure={form.failure}
      footer={
        <>
          <Button size="lg" onPress={close} isDisabled={isSaving}>
            {t('cancel')}
          </Button>
          <Button
            size="lg"
            kind="primary"
            onPress={form.submit}
            isBusy={isSaving || form.isBusy}
            isDisabled={form.obstacle !== null}
            aria-describedby="publish-obstacle"
          >
            {form.label}
          </Button>
        </>
      }
    >
      <p className="sec">{words('dialogText')}</p>
      {form.pending !== null && <PendingRequest request={form.pending} />}
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.obstacle === null) form.submit();
        }}
      >
        <TextField
          label={t('message')}
          help={t('messageHelp')}
          autoFocus
          value={form.message}
          onChange={form.setMessage}
          maxLength={500}
        />
        {sid !== null && (
          <PublishTimeFields value={form.time} onChange={form.setTime} isTried={form.isTried} />
        )}
      </form>
      <PublishProblems />
      {sid !== null && <FailingTests results={results} onOpen={openTest} />}
      {form.newer !== null && sid !== null && (
        <NewerPublish
          sid={sid}
          newer={form.newer}
          isAccepted={form.overwrites}
          onAccept={form.setOverwrites}
        />
      )}
      {sid !== null && <PublishPreview sid={sid} authors={<PublishAuthors sid={sid} />} />}
      {sid !== null && <EndingChoice impact={form.impact} value={form.ending} onChange={form.setEnding} />}
      <p id="publish-obstacle" className="publish-obstacle">
        {form.obstacle ?? form.note}
      </p>
    </Dialog>
  );
}

/** The state of the form, and the one thing that its button does. */
function usePublishForm(sid: string | null) {
  const t = useWords('publishing');
  const words = useWords('designer');
  const { commands, view } = useDesigner();
  const [message, setMessage] = useState('');
  const [time, setTime] = useState<PublishTime>({ isLater: false, at: '' });
  const [isTried, setTried] = useState(false);
  const [ending, setEnding] = useState<EndedExecutions>('none');
  const [overwrites, setOverwrites] = useState(false);
  const setting = usePublishing(sid).data;
  const pending = usePublishRequests(sid).data?.find(({ date_closed }) => date_closed === null) ?? null;
  const impact = usePublishImpact(sid, 'LatestRevision').data;
  const create = useCreatePublishRequest(sid ?? '');
  const end = useEndExecutions(sid ?? '');
  const errors = useFindings((state) => state.errors);
  const failing = useTestRun((state) => failingTests(state.results).length);
  const [accepted, setAccepted] = useState(0);
  const simulator = useWords('simulator');
  // Publishing has been tried with as many failing tests, and is asked about once.
  const asks = failing > 0 && accepted === failing;
  const { revision: published, state } = useUnpublished();
  const newer = useNewerPublish(setting);
  const needsApproval = setting?.needs_approval === true;
  const mayPublish = useMay('flows.publish');
  const isRequest = needsApproval || time.isLater;

  const obstacle = (() => {
    if (!mayPublish && !needsApproval) return words('publishNeedsRole');
    if (errors > 0) return t('errorsStop', { count: errors });
    if (state === 'published' && published !== null) return t('nothingToPublish', { revision: published });
    if (newer !== null && !overwrites)
      return t('publishedMeanwhile', { revision: newer.published, base: newer.base });
    return null;
  })();

  const publishNow = async () => {
    const flow = await commands.publish(message.trim());
    if (flow === null || ending === 'none') return;
    await end
      .mutateAsync(ending)
      .catch((failure: Error) => void toast({ message: t('notEnded', { message: failure.message }) }));
  };
  const request = async (at: string | null) => {
    const flow = await commands.saveToPublish(message.trim());
    if (flow === null) return;
    const made = await create.mutateAsync({
      Revision: String(flow.revision),
      EndExecutions: ending,
      ...(at !== null && { PublishAt: at }),
      ...(message.trim() !== '' && { Message: message.trim() }),
    });
    view.setState({ dialog: null });
    const when = dateAndTime(made.publish_at ?? made.date_requested);
    const { revision } = made;
    toast({ message: t(needsApproval ? 'requestedToast' : 'scheduledToast', { revision, when }) });
  };
  const submit = () => {
    setTried(true);
    const at = readTime(time);
    if (at.error !== null) return;
    if (failing > 0 && !asks) {
      setAccepted(failing);
      return;
    }
    // A failed request is shown by `failure`.
    void (isRequest ? request(at.iso).catch(() => {}) : publishNow());
  };
  return {
    ...{ message, setMessage, time, setTime, isTried, ending, setEnding, overwrites, setOverwrites },
    ...{ pending, impact, newer, obstacle, submit },
    note: asks
      ? simulator('tests.askOnce', { count: failing })
      : needsApproval
        ? t('needsApproval')
        : pending === null
          ? null
          : t('replaces'),
    label: asks
      ? simulator('tests.publishAnyway')
      : needsApproval
        ? t('request')
        : time.isLater
          ? t('schedule')
          : words('publish'),
    isBusy: create.isPending,
    failure: create.error && t('notRequested', { message: create.error.message }),
  };
}

/** Each opens its place; errors come first, as they stop the publish. */
function PublishProblems() {
  const t = useWords('publishing');
  const { view, commands } = useDesigner();
  const findings = useFindings((state) => state.findings);
  const definition = useDocument((state) => state.history.present.definition);
  if (findings.length === 0) return null;
  const open = (finding: Finding) => {
    view.setState({ dialog: null, problemsOpen: true });
    commands.showFinding(finding);
  };
  return (
    <section className="publish-part publish-problems">
      <h3>{t('problems')}</h3>
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.property_path} ${finding.code} ${finding.message}`}>
            <button type="button" onClick={() => open(finding)}>
              <FindingIcon finding={finding} size={14} />
              <span className="grow">{findingSentence(definition, finding)}</span>
              <span className="mut">{findingPlace(definition, finding).widget?.id}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
