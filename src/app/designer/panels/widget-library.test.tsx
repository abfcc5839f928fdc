// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { oftenNext } from './next-widgets.ts';
import { Outline } from './outline.tsx';
import { QuickAdd } from './quick-add.tsx';
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

describe('the library', () => {
  const open = (hasTrigger = true) => {
    const added: string[] = [];
    render(<WidgetLibrary hasTrigger={hasTrigger} onAdd={(type) => added.push(type)} onOutline={() => {}} />);
    return added;
  };

  it('shows all 28 widgets, and a second trigger only when there is none', () => {
    open();
    const entries = screen.getAllByRole('listitem');
    expect(entries).toHaveLength(28);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Trigger' }).disabled).toBe(true);
  });

  it('finds by name and by meaning, and Enter adds the first that was found', () => {
    const added = open();
    const search = screen.getByRole('searchbox', { name: 'Search 28 widgets' });
    fireEvent.change(search, { target: { value: 'subflow' } });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.keyUp(search, { key: 'Enter' });
    expect(added).toEqual(['run-subflow']);
    fireEvent.change(search, { target: { value: 'zzzz' } });
    expect(screen.getByText('Nothing matches.')).toBeTruthy();
  });

  it('is walked by the arrow keys', () => {
    const added = open();
    const search = screen.getByRole('searchbox');
    search.focus();
    fireEvent.keyDown(search, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toContain('Send message');
    fireEvent.keyDown(document.activeElement ?? search, { key: 'ArrowDown' });
    fireEvent.click(document.activeElement ?? search);
    expect(added).toEqual(['send-and-wait-for-reply']);
  });
});

describe('the outline', () => {
  it('finds what a person wrote anywhere in a widget, and goes there', () => {
    const shown: string[] = [];
    render(
      <Outline definition={flow()} selected={new Set()} onShow={(id) => shown.push(id)} onClose={() => {}} />,
    );
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'goodbye' } });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /^say/ }));
    expect(shown).toEqual(['say']);
  });
});

describe('quick add', () => {
  const open = (definition = flow()) => {
    const done: string[] = [];
    render(
      <QuickAdd
        asked={{
          from: { widget: 'Trigger', outlet: 'incomingMessage' },
          inserts: false,
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

  it('asks what happens after the outlet, offers what is usual, and takes the typed one by Enter', () => {
    const done = open();
    const search = screen.getByRole('searchbox', { name: 'What happens after “Incoming message”?' });
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('Split based on');
    fireEvent.change(search, { target: { value: 'http' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(done).toEqual(['make-http-request']);
  });

  it('moves by the arrow keys, round the end', () => {
    const done = open();
    const search = screen.getByRole('searchbox');
    fireEvent.keyDown(search, { key: 'ArrowUp' });
    expect(screen.getByRole('option', { selected: true }).textContent).toContain(
      'Connect to an existing widget',
    );
    fireEvent.keyDown(search, { key: 'ArrowDown' });
    fireEvent.keyDown(search, { key: 'ArrowDown' });
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(done).toHaveLength(1);
  });

  it('connects to a widget that is already there', () => {
    const done = open();
    const search = screen.getByRole('searchbox');
    fireEvent.keyDown(search, { key: 'ArrowUp' });
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Which widget?' }), { target: { value: 'say' } });
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
    expect(done).toEqual(['to say']);
  });

  it('learns from the flow what follows an event', () => {
    const definition = flow();
    definition.states.push({ name: 'x', type: 'set-variables', transitions: [] });
    definition.states.push({
      name: 'y',
      type: 'say-play',
      transitions: [{ event: 'audioComplete', next: 'x' }],
    });
    expect(oftenNext(definition, 'audioComplete')[0]).toBe('set-variables');
    expect(oftenNext(emptyDefinition(), 'incomingCall')[0]).toBe('gather-input-on-call');
    expect(oftenNext(emptyDefinition(), 'unheard')).toHaveLength(3);
  });
});
