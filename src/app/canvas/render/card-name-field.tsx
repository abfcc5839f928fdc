/** The field on a card in which its name is written. It lies over the card, which is not drawn again while the author types. */

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { asWidgetName, nameError } from '#flow/edit/rename-widget.ts';
import { onceLeft } from '../../ui/typed-text.ts';
import { nameErrorText } from '../../words/widget-labels.ts';
import { accessibleName } from '../accessibility/accessible-label.ts';
import type { CanvasProps } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import { useInteraction, useInteractionStore } from '../interaction/interaction-store.ts';
import type { Scene } from './scene.ts';
import './card-name-field.css';

type CardNameFieldProps = {
  scene: Scene;
  props: CanvasProps;
  /** Focuses a card, one that is not drawn yet as soon as it is. */
  focusCard(widget: string): void;
};

/** Nothing while no name is being written. */
export function CardNameField({ scene, props, focusCard }: CardNameFieldProps) {
  const interaction = useInteractionStore();
  const named = useInteraction((state) => state.namedWidget);
  const { definition, editing, selected } = props;
  // The selection follows a widget that another author renames meanwhile.
  const [id = named] = named === null || scene.widgets.has(named) || selected.size !== 1 ? [named] : selected;
  const widget = id === null ? undefined : scene.widgets.get(id);
  const isGone = named !== null && widget === undefined;
  // A widget that comes back is not being named.
  useEffect(() => {
    if (isGone) interaction.setState({ namedWidget: null });
  }, [isGone, interaction]);
  if (named === null || id === null || widget === undefined || editing === undefined) return null;
  const { x, y, width } = widget.box;
  return (
    <NameField
      key={named}
      {...{ definition, widget: id, name: widget.summary.name }}
      style={{ left: x + besideChip, top: y + aboveName, width: width - besideChip - atRight }}
      onDone={(name, isByKey) => {
        interaction.setState({ namedWidget: null });
        if (name !== null) editing.onRename(id, name);
        if (isByKey) focusCard(name ?? id);
      }}
    />
  );
}

/** Distances from the edges of the card in canvas units, as its stylesheet has them. */
const besideChip = 43;
const aboveName = 9;
const atRight = 8;

type NameFieldProps = {
  definition: FlowDefinition;
  widget: string;
  name: string;
  style: { left: number; top: number; width: number };
  /** `name` is null where it stays as it is. */
  onDone(name: string | null, isByKey: boolean): void;
};

/** Enter refuses an invalid name; leaving the field discards it. */
function NameField({ definition, widget, name, style, onDone }: NameFieldProps) {
  /** Null until the author types: the name may change meanwhile. */
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const note = useId();
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const written = typed === null || typed === name ? name : asWidgetName(typed);
  const refusal = written === name ? null : nameError(definition, widget, written);
  const text =
    refusal !== null
      ? nameErrorText(refusal, written)
      : written !== (typed ?? name)
        ? t('writtenAs', { name: written })
        : null;
  const finish = (isKept: boolean, isByKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(isKept && refusal === null && written !== name ? written : null, isByKey);
  };
  return (
    <div className="card-name" style={style} data-tool>
      <input
        ref={field}
        dir="auto"
        aria-label={t('nameOf', { widget: accessibleName(name) })}
        aria-invalid={refusal !== null}
        aria-describedby={text === null ? undefined : note}
        spellCheck={false}
        autoComplete="off"
        value={typed ?? name}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={({ currentTarget }) => {
          if (refusal === null) finish(true, false);
          else onceLeft(currentTarget, () => finish(false, false));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') finish(false, true);
          else if (refusal === null) finish(true, true);
        }}
      />
      {text !== null && (
        <p id={note} className={refusal === null ? undefined : 'refusal'} role="status">
          {text}
        </p>
      )}
    </div>
  );
}
