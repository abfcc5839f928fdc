// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import '../testing/patient-queries.ts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { type JsonMark, JsonTree } from './display/json-tree.tsx';
import { SearchField } from './forms/search-field.tsx';
import { SegmentedControl } from './forms/segmented-control.tsx';
import { Select } from './forms/select.tsx';
import { Switch } from './forms/switch.tsx';
import { TextField } from './forms/text-field.tsx';
import { IconButton } from './icon-button.tsx';
import { Dialog } from './overlays/dialog.tsx';
import { Menu } from './overlays/menu.tsx';
import { toast } from './overlays/toast.ts';
import { ToastRegion } from './overlays/toast-region.tsx';
import { Tabs } from './tabs.tsx';

let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...what) => {
    complaints.push(what);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});

describe('a button', () => {
  it('is announced as busy and ignores presses meanwhile', () => {
    const press = vi.fn();
    render(
      <Button isBusy onPress={press}>
        Save
      </Button>,
    );
    fireEvent.click(screen.getByRole('button', { name: /Save/ }));
    expect(press).not.toHaveBeenCalled();
  });

  it('with only an icon has its label as name and its pressed state', () => {
    render(<IconButton icon={Trash2} label="Delete" isOn />);
    expect(screen.getByRole('button', { name: 'Delete' }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('a text field', () => {
  it('ties its label, its help and its error to the input', () => {
    const { rerender } = render(<TextField label="To" help="A number" value="" onChange={() => {}} />);
    const input = screen.getByLabelText('To');
    const described = () =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent);
    expect(described()).toContain('A number');
    rerender(<TextField label="To" help="A number" error="Enter a number." value="" onChange={() => {}} />);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(described()).toContain('Enter a number.');
  });
});

describe('a search field', () => {
  it('is cleared by its button', () => {
    const change = vi.fn();
    render(<SearchField label="Search flows" value="abc" onChange={change} />);
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(change).toHaveBeenCalledWith('');
  });

  it('is cleared by Escape, which goes on to what is around it only when it is empty', () => {
    const change = vi.fn();
    const around = vi.fn();
    document.addEventListener('keydown', around, { once: true });
    const field = (value: string) => <SearchField label="Search flows" value={value} onChange={change} />;
    const { rerender } = render(field('abc'));
    const input = screen.getByRole('searchbox', { name: 'Search flows' });
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(change).toHaveBeenCalledWith('');
    expect(around).not.toHaveBeenCalled();
    rerender(field(''));
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(around).toHaveBeenCalledOnce();
  });

  it('keeps what is typed while its value comes later, and takes one from elsewhere', () => {
    const field = (value: string) => <SearchField label="Search flows" value={value} onChange={() => {}} />;
    const { rerender } = render(field(''));
    const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search flows' });
    for (const value of ['l', 'li', 'lin']) fireEvent.change(input, { target: { value } });
    for (const late of ['l', 'li', 'lin']) {
      rerender(field(late));
      expect(input.value).toBe('lin');
    }
    for (const other of ['li', '', 'lin']) {
      rerender(field(other));
      expect(input.value).toBe(other);
    }
  });
});

describe('choices', () => {
  it('in a segmented control report the selected one', () => {
    const change = vi.fn();
    const segments = [
      { value: 'all', label: 'All' },
      { value: 'active', label: 'Active', count: 2 },
    ] as const;
    render(<SegmentedControl label="Show" segments={segments} value="all" onChange={change} />);
    expect(screen.getByRole('radio', { name: 'All' }).getAttribute('aria-checked')).toBe('true');
    fireEvent.click(screen.getByRole('radio', { name: /Active/ }));
    expect(change).toHaveBeenCalledWith('active');
  });

  it('in a segmented control are one tab stop, at the selected one, and are chosen by arrow keys', () => {
    const change = vi.fn();
    const segments = [
      { value: 'all', label: 'All' },
      { value: 'active', label: 'Active' },
      { value: 'ended', label: 'Ended' },
    ] as const;
    render(<SegmentedControl label="Show" segments={segments} value="active" onChange={change} />);
    const radios = screen.getAllByRole('radio');
    expect(radios.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
    radios[1]?.focus();
    fireEvent.keyDown(radios[1] ?? document, { key: 'ArrowRight' });
    expect(change).toHaveBeenCalledWith('ended');
    expect(document.activeElement).toBe(radios[2]);
  });

  it('as a select show the chosen label', () => {
    const options = [
      { value: 'draft', label: 'Draft' },
      { value: 'published', label: 'Published' },
    ] as const;
    render(<Select label="Status" options={options} value="published" onChange={() => {}} />);
    expect(screen.getByRole('button', { name: /Status/ }).textContent).toContain('Published');
  });

  it('as a switch are on or off', () => {
    const change = vi.fn();
    render(<Switch label="Allow" isOn={false} onChange={change} />);
    fireEvent.click(screen.getByRole('switch', { name: 'Allow' }));
    expect(change).toHaveBeenCalledWith(true);
  });

  it('as tabs show one content', () => {
    const tabs = [
      { id: 'steps', label: 'Steps', content: 'three steps' },
      { id: 'context', label: 'Context', content: 'all variables' },
    ] as const;
    const select = vi.fn();
    render(<Tabs label="Views" tabs={tabs} selected="steps" onSelect={select} />);
    expect(screen.getByRole('tabpanel').textContent).toBe('three steps');
    fireEvent.click(screen.getByRole('tab', { name: 'Context' }));
    expect(select).toHaveBeenCalledWith('context');
  });
});

describe('overlays', () => {
  it('a menu opens on its button and runs the action that is chosen', async () => {
    const remove = vi.fn();
    render(
      <Menu
        label="Actions"
        trigger={<Button>More</Button>}
        items={[{ id: 'delete', label: 'Delete', tone: 'danger', onAction: remove }]}
      />,
    );
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(remove).toHaveBeenCalledOnce();
  });

  it('a dialog is named by its title and closes by its button', async () => {
    function Page() {
      const [isOpen, setOpen] = useState(true);
      return (
        <Dialog title="New flow" isOpen={isOpen} onClose={() => setOpen(false)}>
          inside
        </Dialog>
      );
    }
    render(<Page />);
    const dialog = await screen.findByRole('dialog', { name: 'New flow' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a toast has an action, and calls onGone once', async () => {
    const undo = vi.fn();
    const gone = vi.fn();
    render(<ToastRegion />);
    act(() => {
      toast({ message: 'Deleted.', action: { label: 'Undo', onPress: undo } }, gone);
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByText('Deleted.')).toBeNull());
    expect(undo).toHaveBeenCalledOnce();
    expect(gone).toHaveBeenCalledOnce();
  });
});

describe('a JSON tree', () => {
  const value = { flow: { data: { order: 8 } }, widgets: { ask: { Body: 'yes' } }, empty: {} };
  const rows = () => screen.getAllByRole('row').map((row) => row.textContent);

  it('initially expands the first level', () => {
    render(<JsonTree label="Context" value={value} />);
    expect(rows()).toEqual(['flow', 'data{ 1 key }', 'widgets', 'ask{ 1 key }', 'empty{ 0 keys }']);
  });

  it('expands to what was changed and added, with accessible marks and the old value', () => {
    const marks = new Map<string, JsonMark>([
      ['#/flow/data/order', { mark: 'changed', old: 7 }],
      ['#/widgets/ask', { mark: 'added' }],
    ]);
    render(<JsonTree label="Context" value={value} marks={marks} />);
    expect(rows()).toEqual([
      'flow',
      'data',
      'orderchanged78',
      'widgets',
      'askadded',
      'Bodyadded"yes"',
      'empty{ 0 keys }',
    ]);
  });

  it('shows a part of a long list, what is marked behind it, and more on request', () => {
    const orders = Array.from({ length: 250 }, (_, index) => index);
    const marks = new Map<string, JsonMark>([['#/orders/240', { mark: 'changed', old: 1 }]]);
    render(<JsonTree label="Context" value={{ orders, text: 'x'.repeat(2_500) }} marks={marks} />);
    expect(rows()).toHaveLength(1 + 100 + 1 + 1 + 1);
    expect(rows().slice(-3)).toEqual([
      '240changed1240',
      'Show more (149 hidden)',
      `text"${'x'.repeat(2_000)}… (500 more characters)`,
    ]);
    fireEvent.click(screen.getByText('Show more (149 hidden)'));
    expect(rows()).toHaveLength(1 + 200 + 1 + 1 + 1);
  });
});
