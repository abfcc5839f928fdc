import { describe, expect, it } from 'vitest';
import { type KeyPress, keysOf, shortcutOf } from './shortcuts.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

describe('the shortcuts of the designer', () => {
  it('take Ctrl, and Cmd on a Mac', () => {
    expect(shortcutOf(press('z', { ctrlKey: true }), false, false)).toBe('undo');
    expect(shortcutOf(press('z', { metaKey: true }), false, true)).toBe('undo');
    expect(shortcutOf(press('z', { ctrlKey: true }), false, true)).toBeNull();
  });

  it('tell undo from redo', () => {
    expect(shortcutOf(press('Z', { ctrlKey: true, shiftKey: true }), false, false)).toBe('redo');
  });

  it('leave letters to texts', () => {
    expect(shortcutOf(press('a'), true, false)).toBeNull();
    expect(shortcutOf(press('/'), true, false)).toBeNull();
    expect(shortcutOf(press('a', { ctrlKey: true }), true, false)).toBeNull();
    expect(shortcutOf(press('s', { ctrlKey: true }), true, false)).toBe('save');
  });

  it('tell A from Ctrl A, and find / where it needs Shift', () => {
    expect(shortcutOf(press('a'), false, false)).toBe('addAfter');
    expect(shortcutOf(press('a', { ctrlKey: true }), false, false)).toBe('selectAll');
    expect(shortcutOf(press('/', { shiftKey: true }), false, false)).toBe('searchLibrary');
  });

  it('are shown as caps', () => {
    expect(keysOf('redo', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(keysOf('publish', true)).toEqual(['⌘', '⇧', '↵']);
    expect(keysOf('nextProblem', false)).toEqual(['F8']);
  });
});
