// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import '../testing/patient-queries.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition, propertiesOf, type State } from '#flow/definition.ts';
import { renameWidget } from '#flow/edit/rename-widget.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import { widgetTypeNames } from '#flow/widgets/widget-type.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { localDocument } from '../designer/testing/open-document.ts';
import type { InspectorTab } from './focus-control.ts';
import { Inspector } from './inspector.tsx';

afterEach(cleanup);

function flowWith(...states: State[]): FlowDefinition {
  const base = emptyDefinition();
  return { ...base, states: [...base.states, ...states] };
}

function open(
  definition: FlowDefinition,
  widget: string,
  tab: InspectorTab = 'config',
  findings: Finding[] = [],
  focusRequest: { pointer: string } | null = null,
) {
  const document = localDocument({ name: 'Test', definition });
  const now = () => document.getState().history.present.definition;
  const renamed: string[] = [];
  const editor = { apply: document.apply, endGesture: document.endGesture, read: now };
  const page = (shown: FlowDefinition, id = widget) => (
    <Inspector
      definition={shown}
      widget={id}
      identity={widget}
      findings={findings}
      editor={editor}
      tab={tab}
      onTab={() => {}}
      focusRequest={focusRequest}
      suggestions={() => []}
      flows={[{ sid: `FW${'a'.repeat(32)}`, name: 'Other flow' }]}
      actions={[]}
      onShow={() => {}}
      onRenamed={(id) => renamed.push(id)}
      onLeave={() => {}}
    />
  );
  const { rerender } = render(page(definition));
  document.subscribe(() => rerender(page(now(), renamed.at(-1) ?? widget)));
  return { document, now, renamed, state: (name: string) => now().states.find((each) => each.name === name) };
}

describe.each(widgetTypeNames.filter((type) => type !== 'trigger'))('the inspector of %s', (type) => {
  const { example, events } = widgetTypes[type];
  const name = example.name ?? '';

  it('shows the name, the type and a field for each property that applies', () => {
    open(flowWith(example), name);
    expect(screen.getByLabelText<HTMLInputElement>('Widget name').value).toBe(name);
    const panel = screen.getByRole('complementary', { name: 'Widget settings' });
    for (const field of fieldsOf(widgetTypes[type])) {
      const hasValue = propertiesOf(example)[field.property] !== undefined;
      if (field.when === null || hasValue)
        expect(panel.querySelector(`[data-property="${field.property}"]`), field.property).not.toBeNull();
    }
  });

  it('changes nothing when it is shown', () => {
    const definition = flowWith(example);
    for (const tab of ['config', 'transitions', 'json'] as const) {
      expect(open(definition, name, tab).now()).toBe(definition);
      cleanup();
    }
  });

  it('offers a target for each event', () => {
    open(flowWith(example), name, 'transitions');
    for (const event of events) expect(screen.getAllByText(event.name).length).toBeGreaterThan(0);
    expect(screen.getAllByRole('combobox').length).toBeGreaterThanOrEqual(events.length);
  });
});

describe('the inspector', () => {
  const wait: State = { ...widgetTypes['send-and-wait-for-reply'].example, name: 'ask' };

  it('applies typing in one field as one undo step', async () => {
    const { document, state } = open(flowWith(wait), 'ask');
    const field = screen.getByRole('textbox', { name: 'Reply stored as' });
    for (const value of ['a', 'an', 'ans']) fireEvent.change(field, { target: { value } });
    expect(propertiesOf(state('ask') ?? {}).save_response_as).toBe('ans');
    expect(document.getState().history.past).toHaveLength(1);
    document.undo();
    await waitFor(() => expect(state('ask')).toBe(document.getState().history.present.definition.states[1]));
    expect(propertiesOf(state('ask') ?? {}).save_response_as).not.toBe('ans');
  });

  it('shows seconds in the largest fitting unit and keeps their type', () => {
    const { state } = open(flowWith({ ...wait, properties: { from: 'x', timeout: '3600' } }), 'ask');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Wait for a reply' });
    expect(field.value).toBe('60');
    fireEvent.change(field, { target: { value: '5' } });
    expect(propertiesOf(state('ask') ?? {}).timeout).toBe('300');
  });

  it('keeps a template where a number is expected', () => {
    const { state } = open(flowWith({ ...wait, properties: { from: 'x', timeout: '60' } }), 'ask');
    const field = screen.getByRole('textbox', { name: 'Wait for a reply' });
    fireEvent.change(field, { target: { value: '{{flow.data.wait}}' } });
    expect(propertiesOf(state('ask') ?? {}).timeout).toBe('{{flow.data.wait}}');
  });

  it('renames with all references, and shows at the field why a name is refused', () => {
    const other: State = {
      name: 'after',
      type: 'send-message',
      transitions: [{ event: 'sent', next: 'ask' }],
    };
    const { state, renamed } = open(flowWith(wait, other), 'ask');
    const name = screen.getByLabelText('Widget name');
    fireEvent.change(name, { target: { value: 'after' } });
    expect(screen.getByText('Another widget is called after.')).toBeTruthy();
    fireEvent.change(name, { target: { value: 'ask_first' } });
    fireEvent.keyDown(name, { key: 'Enter' });
    expect(renamed).toEqual(['ask_first']);
    expect(state('after')?.transitions?.[0]?.next).toBe('ask_first');
  });

  it('keeps a name that is being typed when somebody else renames the widget', () => {
    const { document, state, renamed } = open(flowWith(wait), 'ask');
    const renameElsewhere = (from: string, to: string) => {
      const edited = renameWidget(document.getState().history.present.definition, from, to);
      renamed.push(to);
      act(() =>
        document.apply({ name: 'renameWidget', widget: from, target: to }, (now) =>
          edited.ok ? edited.definition : now,
        ),
      );
    };
    const name = screen.getByLabelText<HTMLInputElement>('Widget name');
    fireEvent.change(name, { target: { value: 'ask_m' } });
    renameElsewhere('ask', 'question');
    expect(name.value).toBe('ask_m');
    expect(screen.getByRole('status').textContent).toContain('Renamed to question meanwhile');
    fireEvent.keyDown(name, { key: 'Escape' });
    expect(name.value).toBe('question');
    renameElsewhere('question', 'asked');
    expect(name.value).toBe('asked');
    fireEvent.change(name, { target: { value: 'ask_more' } });
    renameElsewhere('asked', 'ask_again');
    fireEvent.blur(name);
    expect(state('ask_more')?.type).toBe('send-and-wait-for-reply');
  });

  it('shows a finding at its field and focuses the control', () => {
    const place = '#/states/1/properties/save_response_as';
    const finding: Finding = { severity: 'error', code: 'x', message: 'is wrong here', property_path: place };
    open(flowWith(wait), 'ask', 'config', [finding], { pointer: place });
    expect(screen.getByText('is wrong here')).toBeTruthy();
    expect(globalThis.document.activeElement?.closest('[data-property]')?.getAttribute('data-property')).toBe(
      'save_response_as',
    );
  });

  it('connects an outlet by typing the name of a widget', async () => {
    const other: State = { name: 'after', type: 'send-message', transitions: [] };
    const { state } = open(flowWith({ ...wait, transitions: [] }, other), 'ask', 'transitions');
    const field = screen.getByRole('combobox', { name: 'Target of Reply' });
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: 'after' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() =>
      expect(state('ask')?.transitions?.[0]).toEqual({ event: 'incomingMessage', next: 'after' }),
    );
  });

  it('moves, adds and removes conditions of a split', () => {
    const split: State = { ...widgetTypes['split-based-on'].example, name: 'split' };
    const { state } = open(flowWith(split), 'split', 'transitions');
    const labels = () =>
      (state('split')?.transitions ?? []).map((each) => each.conditions?.[0]?.friendly_name);
    const before = labels();
    fireEvent.click(screen.getByRole('button', { name: 'Move condition 2 up' }));
    expect(labels()).toEqual([before[0], before[2], before[1]]);
    fireEvent.click(screen.getByRole('button', { name: 'Add condition' }));
    expect(labels()).toHaveLength(4);
    fireEvent.click(screen.getByRole('button', { name: 'Remove condition 3' }));
    expect(labels()).toHaveLength(3);
  });

  it('keeps unknown properties and makes them editable', () => {
    const strange: State = { ...wait, properties: { from: 'x', colour: { deep: [1, 2] } } };
    const { state } = open(flowWith(strange), 'ask');
    const field = screen.getByRole('textbox', { name: 'colour' });
    fireEvent.change(field, { target: { value: '{"deep":' } });
    expect(propertiesOf(state('ask') ?? {}).colour).toEqual({ deep: [1, 2] });
    expect(screen.getByText(/Invalid JSON at line 1/)).toBeTruthy();
    fireEvent.change(field, { target: { value: '{"deep":[3]}' } });
    expect(propertiesOf(state('ask') ?? {}).colour).toEqual({ deep: [3] });
  });

  it('shows only the JSON of an unknown type', () => {
    open(flowWith({ name: 'odd', type: 'hang-up', properties: {} }), 'odd');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['JSON']);
    expect(screen.getByText(/type hang-up is not supported/)).toBeTruthy();
  });

  it('shows the five events of the trigger', () => {
    open(flowWith(wait), 'Trigger');
    expect(screen.getAllByRole('combobox')).toHaveLength(5);
  });

  it('applies the JSON of a widget as soon as it is valid', () => {
    const { state } = open(flowWith(wait), 'ask', 'json');
    const area = screen.getByRole('textbox', { name: 'JSON of ask' });
    fireEvent.change(area, { target: { value: '{ "name": "ask",' } });
    expect(state('ask')).toBe(wait);
    fireEvent.change(area, {
      target: { value: JSON.stringify({ ...wait, properties: { ...wait.properties, body: 'New' } }) },
    });
    expect(propertiesOf(state('ask') ?? {}).body).toBe('New');
    fireEvent.change(area, {
      target: { value: JSON.stringify({ ...wait, transitions: [{ event: 'timeout', next: 'gone' }] }) },
    });
    expect(screen.getByText('No widget is called gone.')).toBeTruthy();
  });

  it('adds, fills, moves and removes rows of key and value by keyboard alone', () => {
    const set: State = {
      name: 'set',
      type: 'set-variables',
      properties: { variables: [{ key: 'a', value: '1' }] },
    };
    const { state } = open(flowWith(set), 'set');
    const rows = () => propertiesOf(state('set') ?? {}).variables;
    const panel = within(screen.getByRole('complementary'));
    fireEvent.click(panel.getByRole('button', { name: 'Add row to Variables' }));
    fireEvent.change(panel.getByRole('textbox', { name: 'Key 2 of Variables' }), { target: { value: 'b' } });
    fireEvent.click(panel.getByRole('button', { name: 'Move row 2 up' }));
    expect(rows()).toEqual([
      { key: 'b', value: '' },
      { key: 'a', value: '1' },
    ]);
    fireEvent.click(panel.getByRole('button', { name: 'Remove row 2' }));
    expect(rows()).toEqual([{ key: 'b', value: '' }]);
  });
});
