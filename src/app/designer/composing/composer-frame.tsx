/** What the composers have in common: the dialog with its names, counts and actions, and the ways for what else happens. */

import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Composed, Composition, CompositionPlace } from '#flow/edit/compose.ts';
import { asWidgetName } from '#flow/edit/rename-widget.ts';
import { cordsOf, widgetIds } from '#flow/graph.ts';
import type { ChangeMarks } from '../../canvas/canvas-props.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { widgetsLabel } from '../document/edit-labels.ts';
import { selectWidgets } from '../view-store.ts';
import './composing.css';

export type ComposerFrameProps = {
  title: string;
  text: string;
  composition: Composition;
  compose(definition: FlowDefinition, place: CompositionPlace): Composed;
  onRename(role: string, name: string): void;
  /** False when something is missing, which the form then says. */
  check(): boolean;
  children: ReactNode;
};

export function ComposerFrame(props: ComposerFrameProps) {
  const { title, text, composition, compose, onRename, check, children } = props;
  const t = useWords('composing');
  const { document, view } = useDesigner();
  const definition = useDocument((state) => state.history.present.definition);
  const place = useView((state) => state.composing) ?? { kind: 'point', at: { x: 0, y: 0 }, from: null };
  const made = compose(definition, place);
  const { names } = made;
  usePreview(made);
  const close = () => view.setState({ dialog: null, composing: null });
  const add = () => {
    if (!check()) return;
    const newest = compose(document.getState().history.present.definition, place);
    const added = [...newest.names.values()];
    document.apply(widgetsLabel('addWidgets', added), () => newest.definition);
    close();
    selectWidgets(view, new Set(added.slice(0, 1)));
    view.setState({ reveal: added });
  };
  const cords = composition.cords.length + (place.from === null ? 0 : 1);
  return (
    <Dialog
      title={title}
      isOpen
      isKept
      onClose={close}
      footer={
        <>
          <span className="grow composer-counts num" aria-live="polite">
            {t('counts', {
              widgets: t('widgets', { count: composition.parts.length }),
              cords: t('cords', { count: cords }),
            })}
          </span>
          <Button onPress={close}>{t('cancel')}</Button>
          <Button kind="primary" onPress={add}>
            {t('add')}
          </Button>
        </>
      }
    >
      {/* The key works from every field of the form. */}
      <div
        className="composer"
        role="presentation"
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
          event.preventDefault();
          event.stopPropagation();
          add();
        }}
      >
        <span className="composer-lane" data-lane="left" aria-hidden />
        <p className="composer-text">{text}</p>
        {children}
        <Rows label={t('names')} hint={t('namesHint')}>
          <div className="composer-names">
            {composition.parts.map(({ role, name }) => (
              <PartName
                key={role}
                name={names.get(role) ?? name}
                onRename={(typed) => onRename(role, typed)}
              />
            ))}
          </div>
        </Rows>
      </div>
    </Dialog>
  );
}

/** Shows on the canvas what would be made, and brings it into view when it has other widgets. */
function usePreview({ definition, names }: Composed): void {
  const { view } = useDesigner();
  useEffect(() => {
    const added = [...names.values()];
    const before = view.getState().preview?.marks.widgets.keys() ?? [];
    view.setState({ preview: { definition, marks: addedMarks(definition, added) } });
    if (`${[...before]}` !== `${added}`) view.setState({ reveal: added });
  });
  useEffect(() => () => view.setState({ preview: null }), [view]);
}

function addedMarks(definition: FlowDefinition, added: readonly string[]): ChangeMarks {
  const names = new Set(added);
  const cords = cordsOf(definition).filter(({ from, to }) => names.has(from) || names.has(to));
  return {
    widgets: new Map(added.map((name) => [name, 'added'])),
    cords: new Map(cords.map(({ id }) => [id, 'added'])),
    removedCords: [],
  };
}

/**
 * Rows to type in, of which there is always an empty one more, up to `max`, and the function that changes one.
 */
export function useGrowingRows<Row extends object>(
  emptyRow: Row,
  isEmpty: (row: Row) => boolean,
  max = Number.POSITIVE_INFINITY,
) {
  const [rows, setRows] = useState<readonly Row[]>([emptyRow]);
  const setRow = (index: number, change: Partial<Row>) =>
    setRows((now) => {
      const changed = now.map((row, nth) => (nth === index ? { ...row, ...change } : row));
      const last = changed.at(-1);
      const isUsed = last === undefined || !isEmpty(last);
      return isUsed && changed.length < max ? [...changed, emptyRow] : changed;
    });
  return [rows, setRow] as const;
}

type RowsProps = { label: string; hint: string; error?: string | null; children: ReactNode };

/** Several fields under one label. */
export function Rows({ label, hint, error = null, children }: RowsProps) {
  return (
    <fieldset className="composer-rows">
      <legend>
        <span className="lab">{label}</span>
        <span className="end">{hint}</span>
      </legend>
      {children}
      {error !== null && (
        <p className="composer-fault" role="alert">
          <Icon of={CircleAlert} size={14} />
          {error}
        </p>
      )}
    </fieldset>
  );
}

function PartName({ name, onRename }: { name: string; onRename(name: string): void }) {
  const t = useWords('composing');
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    const written = asWidgetName(typed ?? '');
    if (written !== '' && written !== name) onRename(written);
    setTyped(null);
  };
  return (
    <input
      className="composer-name"
      dir="auto"
      aria-label={t('nameOf', { name })}
      value={typed ?? name}
      size={Math.max(4, (typed ?? name).length)}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
    />
  );
}

/** What else happens; `widget` is where `goTo` leads. */
export type Way<Kind extends string> = { kind: Kind | 'goTo'; widget: string | null };

export type WayChoiceProps<Kind extends string> = {
  label: string;
  /** The name of the choice for screen readers, where `label` is about the time. */
  name?: string;
  choices: readonly { value: Kind; label: string }[];
  way: Way<Kind>;
  onChange(way: Way<Kind>): void;
  /** Above the choice. */
  children?: ReactNode;
};

/** What else happens: one of a few, or on to a widget of the flow. */
export function WayChoice<Kind extends string>(props: WayChoiceProps<Kind>) {
  const { label, name = label, choices, way, onChange, children } = props;
  const t = useWords('composing');
  const definition = useDocument((state) => state.history.present.definition);
  const targets = widgetIds(definition).filter((_, index) => definition.states[index]?.type !== 'trigger');
  const segments: { value: Kind | 'goTo'; label: string }[] = [
    ...choices,
    ...(targets.length > 0 ? [{ value: 'goTo' as const, label: t('goTo') }] : []),
  ];
  return (
    <div className="composer-way">
      <span className="lab">{label}</span>
      <div className="composer-ways">
        {children}
        <SegmentedControl
          label={name}
          segments={segments}
          value={way.kind}
          onChange={(kind) => onChange({ kind, widget: way.widget ?? targets[0] ?? null })}
        />
        {way.kind === 'goTo' && (
          <Select
            label={t('goToWidget')}
            hideLabel
            size="sm"
            options={targets.map((id) => ({ value: id, label: id }))}
            value={way.widget}
            onChange={(widget) => onChange({ ...way, widget })}
          />
        )}
      </div>
    </div>
  );
}
