import { describe, expect, it } from 'vitest';
import { appointmentFlow } from '#flow/testing/test-flow.ts';
import { type PaletteSources, paletteItems } from './palette-items.ts';

const sources: PaletteSources = {
  definition: appointmentFlow(),
  selected: 0,
  flows: [{ sid: 'FW1', name: 'Main line' }],
  settings: [{ to: '/settings/email', name: 'Email' }],
};
const found = (query: string, more: Partial<PaletteSources> = {}) =>
  paletteItems({ ...sources, ...more }, query).map(({ group, label }) => `${group}: ${label}`);

describe('the command palette', () => {
  it('shows every available command before anything is typed', () => {
    expect(found('')).toContain('commands: Fit the flow');
    expect(found('')).not.toContain('commands: Align left edges');
    expect(found('', { selected: 2 })).toContain('commands: Align left edges');
  });

  it('finds widgets to add, widgets of the flow, commands, flows and settings', () => {
    expect(found('send mess')[0]).toBe('add: Send message');
    expect(found('ask')).toContain('widgets: ask');
    expect(found('publish')).toContain('commands: Publish');
    expect(found('main')).toContain('flows: Main line');
    expect(found('email')).toContain('settings: Email');
    expect(found('no such thing')).toEqual(['search: Search in all flows for “no such thing”']);
  });
});
