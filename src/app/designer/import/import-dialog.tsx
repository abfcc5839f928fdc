/** The dialog that imports a file: how it looks, what it would change and what is wrong with it, before anything happens. */

import '../../words/chunks/change-words.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { diff } from '#flow/diff/diff.ts';
import { readExportedTests } from '#flow/import-export/flow-with-tests.ts';
import { type ImportedFlow, type RejectedFile, readDefinition } from '#flow/import-export/read-definition.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { validate } from '#flow/validation/validate.ts';
import { ChangeSentences } from '../../changes/change-sentences.tsx';
import { flowKeys } from '../../client/flows.ts';
import { importDestinations } from '../../file-import/import-destinations.ts';
import { importFile } from '../../file-import/import-files.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { localDraftsKey } from '../../unsaved-work/local-drafts.ts';
import { findingText } from '../../words/finding-texts.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { svgAddress, svgOf } from '../export/export-picture.ts';
import './import-dialog.css';

type Destination = 'replace' | 'paste' | 'create';

/** More problems of a file are only counted. */
const maxProblems = 5;

/** `files` are what was dropped or chosen; the first of them is imported. */
export function ImportDialog({ files: [file, ...others] }: { files: readonly File[] }) {
  const t = useWords('fileImport');
  const { view, commands } = useDesigner();
  const read = useFile(file);
  const [destination, setDestination] = useState<Destination>('replace');
  const [failure, setFailure] = useState<string | null>(null);
  const createFlow = useCreateFlow();
  const [isBusy, setBusy] = useState(false);
  const close = () => view.setState({ dialog: null, importing: [] });
  const doImport = async (imported: ImportedFlow) => {
    if (destination === 'create') {
      setBusy(true);
      const refusal = file === undefined ? null : await createFlow(file);
      setBusy(false);
      if (refusal !== null) return setFailure(refusal);
      return close();
    }
    close();
    if (destination === 'paste') void commands.paste(JSON.stringify(imported.definition));
    else {
      const tests = file === undefined ? [] : readExportedTests(await file.text());
      await commands.replaceDefinition(imported, tests);
    }
  };
  const labels = { replace: t('doReplace'), paste: t('doPaste'), create: t('doCreate') };
  const isPossible = read?.ok === true && (destination !== 'paste' || pasted(read.definition) > 0);
  return (
    <Dialog
      title={t('title', { file: file?.name ?? '' })}
      isOpen
      size="wide"
      onClose={close}
      isBusy={isBusy}
      failure={failure}
      footer={
        <>
          <Button size="lg" onPress={close}>
            {t('cancel')}
          </Button>
          <span className="grow" />
          <Button
            size="lg"
            kind="primary"
            isDisabled={!isPossible || isBusy}
            onPress={() => {
              if (read?.ok) void doImport(read);
            }}
          >
            {labels[destination]}
          </Button>
        </>
      }
    >
      <div className="file-import">
        {read === null && <Skeleton lines={6} />}
        {read?.ok === false && (
          <div role="alert">
            <p>{t('refused')}</p>
            <p className="failure">{read.sentence}</p>
          </div>
        )}
        {read?.ok && <Imported read={read} destination={destination} onDestination={setDestination} />}
        {others.length > 0 && <p className="mut">{t('leftOut', { count: others.length })}</p>}
      </div>
    </Dialog>
  );
}

type ImportedProps = {
  read: ImportedFlow;
  destination: Destination;
  onDestination(destination: Destination): void;
};

function Imported({ read, destination, onDestination }: ImportedProps) {
  const t = useWords('fileImport');
  const picture = useMemo(() => svgAddress(svgOf(read.definition)), [read]);
  const segments = (['replace', 'paste', 'create'] as const).map((value) => ({ value, label: t(value) }));
  return (
    <>
      <img className="preview" src={picture} alt={t('preview')} />
      <div className="about">
        {read.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <SegmentedControl
          label={t('destination')}
          segments={segments}
          value={destination}
          onChange={onDestination}
        />
        <Effect definition={read.definition} destination={destination} />
        <Problems definition={read.definition} />
      </div>
    </>
  );
}

function Effect({ definition, destination }: { definition: FlowDefinition; destination: Destination }) {
  const t = useWords('fileImport');
  const own = useDocument((state) => state.history.present.definition);
  const changes = useMemo(() => diff(own, definition), [own, definition]);
  if (destination === 'create') return <p>{t('createText')}</p>;
  if (destination === 'paste') {
    const count = pasted(definition);
    return <p>{count === 0 ? t('nothingToPaste') : t('pasteText', { count })}</p>;
  }
  if (changes.changes.length === 0) return <p>{t('noChanges')}</p>;
  return (
    <>
      <p>{t('replaceText')}</p>
      <h3 className="lab">{t('changes')}</h3>
      <ChangeSentences diff={changes} />
    </>
  );
}

function Problems({ definition }: { definition: FlowDefinition }) {
  const t = useWords('fileImport');
  const findings = useMemo(() => problemsOf(definition), [definition]);
  if (findings.length === 0) return <p>{t('noProblems')}</p>;
  return (
    <>
      <h3 className="lab">{t('problems', { count: findings.length })}</h3>
      <ul>
        {findings.slice(0, maxProblems).map((finding) => (
          <li key={`${finding.property_path} ${finding.code} ${finding.message}`}>{findingText(finding)}</li>
        ))}
      </ul>
      {findings.length > maxProblems && <p>{t('moreProblems', { count: findings.length - maxProblems })}</p>}
      {findings.some(({ severity }) => severity === 'error') && <p>{t('errorsKept')}</p>}
    </>
  );
}

/** Errors before warnings; advice can wait until the flow is open. */
function problemsOf(definition: FlowDefinition): Finding[] {
  const findings = validate(definition);
  const of = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity);
  return [...of('error'), ...of('warning')];
}

/** How many widgets of the file can be pasted: a flow has one trigger. */
function pasted({ states }: FlowDefinition): number {
  return states.filter(({ type }) => type !== 'trigger').length;
}

/** What the file holds; null while it is being read. */
function useFile(file: File | undefined): ImportedFlow | RejectedFile | null {
  const t = useWords('fileImport');
  const [read, setRead] = useState<ImportedFlow | RejectedFile | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (next: ImportedFlow | RejectedFile) => {
      if (isCurrent) setRead(next);
    };
    file?.text().then(
      (text) => show(readDefinition(text)),
      () => show({ ok: false, sentence: t('unreadable') }),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, t]);
  return read;
}

/** Stores the file as another flow and opens it; resolves with why that failed, or null. */
function useCreateFlow(): (file: File) => Promise<string | null> {
  const t = useWords('fileImport');
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (file) => {
    const result = await importFile(file, importDestinations);
    void queries.invalidateQueries({ queryKey: flowKeys.summaries });
    void queries.invalidateQueries({ queryKey: localDraftsKey });
    if (result.kind === 'created') void navigate({ to: '/flows/$sid', params: { sid: result.sid } });
    else if (result.kind === 'local') void navigate({ to: '/flows/local/$id', params: { id: result.id } });
    else if (result.reason === 'no-flow') return result.sentence;
    else if (result.reason === 'failed') return t('notSaved', { message: result.message });
    else return t(result.reason === 'unread' ? 'unreadable' : 'noStorage');
    return null;
  };
}
