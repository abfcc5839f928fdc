// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import '../../testing/patient-queries.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { groupWidgets } from '#flow/annotations/groups.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { loadOverlays } from '../../ui/overlays/late-overlay.tsx';
import { likelyNextWidgets } from '../finding/next-widgets.ts';
import { QuickAdd } from '../finding/quick-add.tsx';
import { Outline } from './outline.tsx';
import { WidgetLibrary } from './widget-library.tsx';

afterEach(cleanup);

const flow = (): FlowDefinition => {
  const base = emptyDefinition();
  const ask = {
    name: 'ask',
    type: 'send-and-wait-for-reply',
    properties: { body: 'Which colour?' },
    transitions: [],
  };
  const say = { name: 'say', type: 'say-play', properties: { say: 'Goodbye' }, transitions: [] };
  return { ...base, states: [...base.states, ask, say] };
};

describe('the widget library', () => {
  const open = (hasTrigger = true) => {
    const added: string[] = [];
    render(<WidgetLibrary hasTrigger={hasTrigger} onAdd={(type) => added.push(type)} onOutline={() => {}} />);
    return added;
  };

  it('shows all 28 widgets and two that are ready-made, and a second trigger only when there is none', () => {
    open();
    const entries = screen.getAllByRole('listitem');
    expect(entries).toHaveLength(30);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Trigger' }).disabled).toBe(true);
  });

  it('searches by intent, and Enter adds the first match, however fast', async () => {
    const added = open();
    const search = screen.getByRole('searchbox', { name: 'Search 28 widgets' });
    fireEvent.change(search, { target: { value: 'transfer' } });
    // The search by intent is being loaded.
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.keyUp(search, { key: 'Enter' });
    await waitFor(() => expect(added).toEqual(['connect-call-to']));
    fireEvent.change(search, { target: { value: 'subroutine' } });
    expect(await screen.findByText('For “subroutine”')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Run subflow/ }).textContent).toContain('another flow');
  });

  it('says how that is done which no widget does, and Enter adds nothing then', async () => {
    const added = open();
    const search = screen.getByRole('searchbox');
    fireEvent.change(search, { target: { value: 'hang up' } });
    expect((await screen.findByRole('note')).textContent).toContain('No widget is needed to hang up');
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.keyUp(search, { key: 'Enter' });
    expect(added).toEqual([]);
    fireEvent.change(search, { target: { value: 'zzzz' } });
    expect(screen.getByRole('note').textContent).toContain('Nothing found for “zzzz”');
    expect(screen.getByRole('button', { name: /^HTTP request/ })).toBeTruthy();
  });

  it('is navigated by the arrow keys', () => {
    const added = open();
    const search = screen.getByRole('searchbox');
    search.focus();
    fireEvent.keyDown(search, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toContain('Ask');
    fireEvent.keyDown(document.activeElement ?? search, { key: 'ArrowDown' });
    fireEvent.click(document.activeElement ?? search);
    expect(added).toEqual(['phone-menu']);
  });
});

describe('the outline', () => {
  const open = (definition: FlowDefinition, shown: string[] = []) =>
    render(
      <Outline
        definition={definition}
        selected={new Set()}
        editing={{
          onShow: (id) => shown.push(id),
          onShowNote() {},
          onAdd() {},
          onConnect() {},
          onRename() {},
          onRemove() {},
          onReorder() {},
        }}
        onClose={() => {}}
      />,
    );

  it('searches all texts of a widget, and selects the one that is chosen', () => {
    const shown: string[] = [];
    open(flow(), shown);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'goodbye' } });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /^say/ }));
    expect(shown).toEqual(['say']);
  });

  it('says in which groups a widget is, and finds it by their titles', () => {
    const placed = moveWidgets(flow(), new Map([['say', { x: 0, y: 2_000 }]]));
    open(groupWidgets(placed, 'g', ['say'], 'Farewell'));
    expect(screen.getByRole('button', { name: /^say.*in group Farewell/ })).toBeDefined();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'farewell' } });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });
});

describe('quick add', () => {
  beforeAll(loadOverlays);

  const open = (definition = flow()) => {
    const done: string[] = [];
    render(
      <QuickAdd
        request={{
          placement: { kind: 'outlet', from: { widget: 'Trigger', outlet: 'incomingMessage' } },
          at: { x: 0, y: 0 },
          screen: { x: 10, y: 10 },
        }}
        definition={definition}
        onType={(type) => done.push(type)}
        onExisting={(widget) => done.push(`to ${widget}`)}
        onClose={() => {}}
      />,
    );
    return done;
  };

  it('explains what no widget does: Enter adds none, and the outlet can stay open', async () => {
    const done = open();
    const search = screen.getByRole('searchbox');
    fireEvent.change(search, { target: { value: 'auflegen' } });
    await screen.findByRole('note');
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(done).toEqual([]);
    expect(screen.getByRole('button', { name: 'Leave open' })).toBeTruthy();
    fireEvent.keyDown(search, { key: 'ArrowDown' });
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(done).toEqual(['say-play']);
  });

  it('names the outlet, suggests typical widgets, and adds the match on Enter', async () => {
    const done = open();
    const search = screen.getByRole('searchbox', { name: 'What happens after “Incoming message”?' });
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('Send & wait for reply');
    fireEvent.change(search, { target: { value: 'http' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(() => expect(done).toEqual(['make-http-request']));
  });

  it('connects to the widget that has the name before it guesses', async () => {
    const definition = flow();
    definition.states.push({ name: 'spare', type: 'send-message', transitions: [] });
    const done = open(definition);
    const search = screen.getByRole('searchbox');
    fireEvent.change(search, { target: { value: 'spare' } });
    await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toContain('spare'));
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(() => expect(done).toEqual(['to spare']));
  });

  it('moves by the arrow keys and wraps around', () => {
    const done = open();
    const search = screen.getByRole('searchbox');
    const last = screen.getAllByRole('option').at(-1)?.textContent;
    fireEvent.keyDown(search, { key: 'ArrowUp' });
    expect(screen.getByRole('option', { selected: true }).textContent).toContain(last);
    fireEvent.keyDown(search, { key: 'ArrowDown' });
    fireEvent.keyDown(search, { key: 'ArrowDown' });
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(done).toHaveLength(1);
  });

  it('searches names before descriptions, and connects to an existing widget in the same list', () => {
    const done = open();
    const search = screen.getByRole('searchbox');
    fireEvent.change(search, { target: { value: 'message' } });
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('Send message');
    fireEvent.change(search, { target: { value: 'say' } });
    fireEvent.click(screen.getAllByRole('option').at(-1) as HTMLElement);
    expect(done).toEqual(['to say']);
  });

  it('suggests what follows an outlet in the flow, then what follows it in practice', () => {
    const definition = flow();
    definition.states.push({ name: 'x', type: 'set-variables', transitions: [] });
    definition.states.push({
      name: 'y',
      type: 'say-play',
      transitions: [{ event: 'audioComplete', next: 'x' }],
    });
    const [first] = likelyNextWidgets(definition, { widget: 'y', outlet: 'audioComplete' });
    expect(first).toBe('set-variables');
    const call = { widget: 'Trigger', outlet: 'incomingCall' };
    expect(likelyNextWidgets(emptyDefinition(), call)).toEqual([
      'say-play',
      'gather-input-on-call',
      'run-function',
    ]);
    expect(likelyNextWidgets(emptyDefinition(), { widget: 'gone', outlet: 'gone' })).toHaveLength(3);
  });
});
