import { describe, expect, it } from 'vitest';
import { appointmentFlow } from '#flow/testing/test-flow.ts';
import { findWidgets } from './find-widgets.ts';
import { type PaletteSources, paletteItems } from './palette-items.ts';

const sources: PaletteSources = {
  definition: appointmentFlow(),
  selected: 0,
  refused: [],
  flows: [
    {
      sid: 'FW1',
      name: 'Main line',
      tags: ['front desk'],
      state: { state: 'changed', revision: 3, changes: 2 },
    },
  ],
  find: null,
  settings: [{ to: '/settings/email', name: 'Email' }],
};
const found = (query: string, more: Partial<PaletteSources> = {}) =>
  paletteItems({ ...sources, ...more }, query).items.map(({ group, label }) => `${group}: ${label}`);

describe('the command palette', () => {
  it('shows every available command before anything is typed', () => {
    expect(found('')).toContain('commands: Fit flow');
    expect(found('')).not.toContain('commands: Align left edges');
    expect(found('', { selected: 2 })).toContain('commands: Align left edges');
  });

  it('leaves out what the role does not allow', () => {
    const refused = ['publish', 'deleteFlow'] as const;
    expect(found('')).toContain('commands: Publish');
    expect(found('', { refused })).not.toContain('commands: Publish');
    expect(found('publish', { refused })).not.toContain('commands: Publish');
    expect(found('', { refused })).toContain('commands: Save draft');
  });

  it('finds widgets to add, widgets of the flow, commands, flows and settings', () => {
    expect(found('send mess')[0]).toBe('add: Send message');
    expect(found('ask')).toContain('widgets: ask');
    expect(found('publish')).toContain('commands: Publish');
    expect(found('main')).toContain('flows: Main line');
    for (const typed of ['line main', 'mian lien', 'desk'])
      expect(found(typed), typed).toContain('flows: Main line');
    expect(found('email')).toContain('settings: Email');
    expect(found('no such thing')).toEqual(['search: Search in all flows for “no such thing”']);
  });

  it('finds widgets by intent, and says how that is done which no widget does', () => {
    expect(found('weiterleiten', { find: findWidgets })[0]).toBe('add: Connect call to');
    const byIntent = { find: findWidgets };
    // What is called so comes first.
    expect(found('save', byIntent)[0]).toBe('commands: Save draft');
    expect(found('main', byIntent).filter((each) => each.startsWith('add: '))).toEqual([]);
    expect(found('no such thing', byIntent)).toEqual(['search: Search in all flows for “no such thing”']);
    const { how } = paletteItems({ ...sources, find: findWidgets }, 'hang up');
    expect(how?.title).toBe('No widget is needed to hang up');
  });
});
