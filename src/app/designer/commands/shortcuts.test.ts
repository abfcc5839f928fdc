import { describe, expect, it } from 'vitest';
import { commandTable } from './command-table.ts';
import { type KeyPress, keysOf } from './shortcuts.ts';
import { commandOf } from './use-shortcuts.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
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
});
