import { describe, expect, it } from 'vitest';
import { commandEntry, commandIds, commandName, commandTable, isAvailable } from './command-table.ts';
import { type KeyPress, keysOf } from './shortcuts.ts';
import { commandOf } from './use-shortcuts.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

describe('the shortcuts of the designer', () => {
  it('use Ctrl, and Cmd on a Mac', () => {
    expect(commandOf(press('z', { ctrlKey: true }), false, false)).toBe('undo');
    expect(commandOf(press('z', { metaKey: true }), false, true)).toBe('undo');
    expect(commandOf(press('z', { ctrlKey: true }), false, true)).toBeNull();
  });

  it('distinguish undo from redo, which has two', () => {
    expect(commandOf(press('Z', { ctrlKey: true, shiftKey: true }), false, false)).toBe('redo');
    expect(commandOf(press('y', { ctrlKey: true }), false, false)).toBe('redo');
  });

  it('leave letters to text fields', () => {
    expect(commandOf(press('a'), true, false)).toBeNull();
    expect(commandOf(press('/'), true, false)).toBeNull();
    expect(commandOf(press('a', { ctrlKey: true }), true, false)).toBeNull();
    expect(commandOf(press('s', { ctrlKey: true }), true, false)).toBe('save');
  });

  it('distinguish A from Ctrl A, and match / where it needs Shift', () => {
    expect(commandOf(press('a'), false, false)).toBe('addWidget');
    expect(commandOf(press('a', { ctrlKey: true }), false, false)).toBe('selectAll');
    expect(commandOf(press('/', { shiftKey: true }), false, false)).toBe('searchLibrary');
  });

  it('are shown as keycaps', () => {
    expect(keysOf(commandTable.redo.shortcuts[0], false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(keysOf(commandTable.publish.shortcuts[0], true)).toEqual(['⌘', '⇧', '↵']);
    expect(keysOf(commandTable.nextProblem.shortcuts[0], false)).toEqual(['F8']);
  });

  it('run their command, each, and none has two', () => {
    for (const id of commandIds) {
      for (const { key, code = '', mod, shift, alt, byClipboard } of commandEntry(id).shortcuts ?? []) {
        const pressed = press(key, {
          code,
          ctrlKey: mod === true,
          shiftKey: shift === true,
          altKey: alt === true,
        });
        expect(commandOf(pressed, false, false), `${id} by ${key}`).toBe(byClipboard ? null : id);
      }
    }
  });

  it('leave Enter to buttons', () => {
    expect(commandOf(press('Enter'), false, false, false)).toBeNull();
    expect(commandOf(press('Enter'), false, false, true)).toBe('rename');
  });
});

describe('the commands', () => {
  it('have different names, and those that edit say how they are undone', () => {
    const names = commandIds.map(commandName);
    expect(new Set(names).size).toBe(names.length);
    for (const id of commandIds) {
      const entry = commandEntry(id);
      if (entry.edits) expect(entry.undo.length).toBeGreaterThan(0);
    }
  });

  it('are available by what is selected', () => {
    expect([0, 1, 2].map((count) => isAvailable('alignLeft', count))).toEqual([false, false, true]);
    expect([0, 1, 2].map((count) => isAvailable('rename', count))).toEqual([false, true, false]);
  });
});
