import { describe, expect, it } from 'vitest';
import { commandEntry, commandIds, commandName, commandTable, isAvailable } from './command-table.ts';
import { type KeyPress, keysOf } from './match-shortcut.ts';
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
    expect(commandOf(press('z', { ctrlKey: true }), 'canvas', false)).toBe('undo');
    expect(commandOf(press('z', { metaKey: true }), 'canvas', true)).toBe('undo');
    expect(commandOf(press('z', { ctrlKey: true }), 'canvas', true)).toBeNull();
  });

  it('distinguish undo from redo, which has two', () => {
    expect(commandOf(press('Z', { ctrlKey: true, shiftKey: true }), 'canvas', false)).toBe('redo');
    expect(commandOf(press('y', { ctrlKey: true }), 'canvas', false)).toBe('redo');
  });

  it('leave letters to text fields', () => {
    expect(commandOf(press('a'), 'text', false)).toBeNull();
    expect(commandOf(press('/'), 'text', false)).toBeNull();
    expect(commandOf(press('a', { ctrlKey: true }), 'text', false)).toBeNull();
    expect(commandOf(press('s', { ctrlKey: true }), 'text', false)).toBe('save');
  });

  it.each([
    ['\u044f', 'KeyZ', 'undo'],
    ['\u03b6', 'KeyZ', 'undo'],
    ['\u044b', 'KeyS', 'save'],
    ['\u05d6', 'KeyZ', 'undo'],
    ['\u043b', 'KeyK', 'openPalette'],
    [';', 'KeyZ', null],
    ['z', 'Slash', 'undo'],
    ['z', 'KeyW', 'undo'],
    ['w', 'KeyZ', null],
  ])(
    'with Ctrl: the key %s at %s is %s, by its place where its letter is not Latin',
    (key, code, command) => {
      expect(commandOf(press(key, { code, ctrlKey: true }), 'canvas', false)).toBe(command);
    },
  );

  it('take back an edit in a text of the flow, and leave other fields their own undo', () => {
    for (const key of ['z', 'y']) {
      expect(commandOf(press(key, { ctrlKey: true }), 'flow text', false)).not.toBeNull();
      expect(commandOf(press(key, { ctrlKey: true }), 'text', false)).toBeNull();
    }
    expect(commandOf(press('s', { ctrlKey: true }), 'flow text', false)).toBe('save');
    expect(commandOf(press('a'), 'flow text', false)).toBeNull();
  });

  it('distinguish A from Ctrl A, and match / where it needs Shift', () => {
    expect(commandOf(press('a'), 'canvas', false)).toBe('addWidget');
    expect(commandOf(press('a', { ctrlKey: true }), 'canvas', false)).toBe('selectAll');
    expect(commandOf(press('/', { shiftKey: true }), 'canvas', false)).toBe('searchLibrary');
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
        expect(commandOf(pressed, 'canvas', false), `${id} by ${key}`).toBe(byClipboard ? null : id);
      }
    }
  });

  it('act by a bare key on the canvas only, never because nothing has the focus', () => {
    for (const key of ['a', 'n', 'c', 'm', 'o', '/', '?', 'Delete', 'Backspace', 'Home', 'ArrowUp']) {
      expect(commandOf(press(key), 'canvas', false), key).not.toBeNull();
      expect(commandOf(press(key), 'elsewhere', false), key).toBeNull();
    }
    expect(commandOf(press('o'), 'row', false)).toBe('showOutline');
    expect(commandOf(press('Enter'), 'row', false)).toBeNull();
    for (const shifted of ['v', 't'])
      expect(commandOf(press(shifted, { shiftKey: true }), 'elsewhere', false)).toBeNull();
    expect(commandOf(press('F8'), 'elsewhere', false)).toBe('nextProblem');
    expect(commandOf(press('Escape'), 'elsewhere', false)).toBe('clearSelection');
    expect(commandOf(press('z', { ctrlKey: true }), 'elsewhere', false)).toBe('undo');
  });

  it('leave Enter to buttons', () => {
    expect(commandOf(press('Enter'), 'elsewhere', false)).toBeNull();
    expect(commandOf(press('Enter'), 'canvas', false)).toBe('rename');
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
