/** The settings of the flow, shown while no widget is selected. */

import { Check, Copy } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { setDescription, setFlags } from '#flow/edit/set-flow.ts';
import { cordsOf, outletsOf } from '#flow/graph.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import type { OpeningView } from '../canvas/canvas-props.ts';
import { widgetIcon } from '../canvas/render/icons.ts';
import { Switch } from '../ui/forms/switch.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { CategoryChip } from '../ui/marks/category-chip.tsx';
import { useWords } from '../words/use-words.ts';
import type { DocumentEditor } from './document-editor.ts';
import { messagesOf } from './fields/field-editor.ts';
import { FieldFrame } from './fields/field-frame.tsx';
import { SubflowList, VariableList } from './variable-list.tsx';
import './inspector.css';
import { copyOrSay } from '../ui/copy-text.ts';

export type FlowSettingsProps = {
  name: string;
  onRename(name: string): void;
  definition: FlowDefinition;
  findings: readonly Finding[];
  editor: DocumentEditor;
  /** null while the flow is a local draft. */
  webhookUrl: string | null;
  openingView: OpeningView;
  /** Selects the widget where executions start. */
  onShow(widget: string): void;
};

export function FlowSettings(props: FlowSettingsProps) {
  const { name, onRename, definition, findings, editor, webhookUrl, openingView } = props;
  const t = useWords('inspector');
  // Read from the whole definition: after the cards, and after the letter that was typed.
  const content = useDeferredValue<FlowDefinition | null>(definition, null);
  const findingsAt = (pointer: string) => findings.filter((each) => each.property_path.startsWith(pointer));
  const general = findings.filter((each) => each.property_path === '#' || each.property_path === '#/states');
  return (
    <aside className="insp" aria-label={t('flowPanel')}>
      <div className="ih">
        <div className="grow">
          <h2 className="nm">{t('flow')}</h2>
          <div className="ty">{t('nothingSelected')}</div>
        </div>
      </div>
      <div className="form lined">
        <TextField
          label={t('flowName')}
          value={name}
          error={name.trim() === '' ? t('flowNameMissing') : undefined}
          onChange={onRename}
          onBlur={() => editor.endGesture()}
        />
        <TextField
          label={t('description')}
          placeholder={t('descriptionHint')}
          lines={3}
          value={typeof definition.description === 'string' ? definition.description : ''}
          error={messagesOf(findingsAt('#/description'), 'error')}
          onChange={(text) =>
            editor.apply({ name: 'describe' }, (now) => setDescription(now, text), { gesture: 'description' })
          }
          onBlur={() => editor.endGesture()}
        />
        <StartsAt {...props} error={messagesOf(findingsAt('#/initial_state'), 'error')} />
        <FieldFrame label="" hideLabel error={messagesOf(findingsAt('#/flags'), 'error')}>
          <Switch
            label={t('concurrent')}
            help={t('concurrentHelp')}
            isOn={definition.flags?.allow_concurrent_calls === true}
            onChange={(on) => {
              editor.apply({ name: 'setFlags' }, (now) => setFlags(now, { allow_concurrent_calls: on }));
            }}
          />
        </FieldFrame>
        {general.length > 0 && (
          <FieldFrame
            label=""
            hideLabel
            error={messagesOf(general, 'error')}
            warning={messagesOf(general, 'warning')}
          >
            {null}
          </FieldFrame>
        )}
        <Webhook url={webhookUrl} />
        <FieldFrame label={t('opensAt')} help={t(`opensHelp.${openingView}`)}>
          <div className="input fixed">{t(`opens.${openingView}`)}</div>
        </FieldFrame>
        {content !== null && (
          <>
            <VariableList definition={content} editor={editor} onShow={props.onShow} />
            <SubflowList definition={content} onShow={props.onShow} />
            <Counts definition={content} />
          </>
        )}
      </div>
    </aside>
  );
}

function StartsAt({ definition, error }: FlowSettingsProps & { error: string | undefined }) {
  const t = useWords('inspector');
  const state = definition.states.find((each) => each.name === definition.initial_state);
  return (
    <FieldFrame label={t('startsAt')} error={error}>
      <div className="input fixed">
        <CategoryChip
          category={widgetType(state?.type)?.category ?? 'flow'}
          icon={widgetIcon(state?.type)}
          size={20}
        />
        <span className="grow clip">{definition.initial_state}</span>
      </div>
    </FieldFrame>
  );
}

function Webhook({ url }: { url: string | null }) {
  const t = useWords('inspector');
  const [isCopied, setCopied] = useState(false);
  return (
    <FieldFrame label={t('webhook')} help={t('webhookHelp')}>
      <div className="input fixed">
        <span className="grow clip mono">{url ?? t('webhookLater')}</span>
        {url !== null && (
          <IconButton
            icon={isCopied ? Check : Copy}
            label={t(isCopied ? 'copied' : 'copyWebhook')}
            onPress={() => void copyOrSay(url, () => setCopied(true))}
          />
        )}
      </div>
    </FieldFrame>
  );
}

function Counts({ definition }: { definition: FlowDefinition }) {
  const t = useWords('inspector');
  const { cords, free } = useMemo(
    () => ({
      cords: cordsOf(definition).length,
      free: definition.states.flatMap((state) => outletsOf(state)).filter((outlet) => outlet.next === null)
        .length,
    }),
    [definition],
  );
  return (
    <section className="counts">
      <h3 className="lab">{t('countsTitle')}</h3>
      <ul>
        <li>{t('widgets', { count: definition.states.length })}</li>
        <li>{t('cords', { count: cords })}</li>
        <li>{t('free', { count: free })}</li>
      </ul>
    </section>
  );
}
