/**
 * Which modules of the page share a file. A browser pays for each file that it loads, even from its cache: in the 147
 * files of the bundler's own choice the designer opened a third slower than in these (docs/performance.md).
 */

import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Tier = { name: string; pages: readonly string[] };

/**
 * From what every page needs to what only the designer needs. A module is in the file of the first tier one of whose
 * pages imports it, if a page of a later tier does so too; else the bundler decides.
 */
const tiers: readonly Tier[] = [
  { name: 'list', pages: ['flows/flows-page.tsx'] },
  { name: 'forms', pages: ['sign-in/sign-in-page.tsx', 'settings/settings-layout.tsx'] },
  {
    name: 'settings',
    pages: [
      'settings/account/account-page.tsx',
      'settings/numbers/numbers-page.tsx',
      'settings/services/services-page.tsx',
      'settings/test-users/test-users-page.tsx',
      'settings/email/email-layout.tsx',
      'settings/email/overview-page.tsx',
      'settings/email/deliveries/deliveries-page.tsx',
      'settings/email/inbound/inbound-page.tsx',
      'settings/email/keys/keys-page.tsx',
      'settings/email/keys/key-page.tsx',
      'settings/email/webhooks/webhook-page.tsx',
      'settings/email/suppressions/suppressions-page.tsx',
    ],
  },
  {
    name: 'executions',
    pages: ['executions/account/account-executions-page.tsx', 'executions/executions-page.tsx'],
  },
  {
    name: 'start',
    pages: ['flows/template-strip.tsx', 'flows/new-flow-dialog.tsx', 'file-import/import-files.ts'],
  },
  { name: 'reading', pages: ['designer/reading/reading-layout.tsx'] },
  { name: 'opening', pages: ['designer/designer-page.tsx', 'designer/working-copy.ts'] },
  { name: 'canvas', pages: ['canvas/flow-canvas.tsx'] },
  { name: 'editing', pages: ['revisions/history-page.tsx'] },
  { name: 'designer', pages: ['designer/designer.tsx'] },
  {
    name: 'panels',
    pages: ['designer/panels/settings-panel.tsx', 'designer/panels/problems/problem-list.tsx'],
  },
];

const app = join(import.meta.dirname, '../src/app');
const idsOf = ({ pages }: Tier) => pages.map((page) => join(app, page));

/** Of each module the modules that it imports at once, by their ids. */
const imports = new Map<string, readonly string[]>();

/** The modules that the entry and each tier import, found when the first of them is asked for. */
let reached: { base: ReadonlySet<string>; tiers: readonly ReadonlySet<string>[] } | null = null;

/** The Vite plugin that notes who imports what, for `pageChunks`. */
export function noteImports(): Plugin {
  return {
    name: 'note-imports',
    buildEnd() {
      reached = null;
      imports.clear();
      for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id)?.importedIds ?? []);
    },
  };
}

/** The files that several pages share, for the bundler. Pages keep a file of their own. */
export function pageChunks(): Rolldown.CodeSplittingGroup[] {
  const own = new Set(tiers.flatMap(idsOf));
  // The two layouts of the designer have a page in common, which is in the file that both load first.
  own.delete(join(app, 'designer/designer-page.tsx'));
  // The bundler knows best what of the libraries is used: through their lists of exports everything is reached.
  const first: Rolldown.CodeSplittingGroup = { name: 'base', priority: tiers.length + 1, tags: ['$initial'] };
  return [
    first,
    // Words and what adds them are one file, whose name every page has among those of all files.
    { name: (id) => wordsIn(id) ?? '', priority: 1, test: (id: string) => wordsIn(id) !== null },
    // What the pages of email share: one name instead of five.
    { name: 'email', priority: 1, test: /\/settings\/email\/(?!.*-(?:page|layout|section)\.)[\w-]+\.tsx?$/ },
    // What a page needs that is translated comes with what is needed once it is used: one name less in every page.
    { name: 'overlays', priority: 0, test: /\/src\/app\/ui\/(?:overlays\/(?!late-)|translated-texts)/ },
    ...tiers.flatMap(({ name }, at) => {
      const isShared = (id: string) => !own.has(id) && isOfTier(id, at);
      const priority = tiers.length - at;
      return [
        { name, priority, test: (id: string) => isShared(id) && isOfDesigner(id) },
        {
          name: `${name}-beside-designer`,
          priority,
          test: (id: string) => isShared(id) && !isOfDesigner(id),
        },
      ];
    }),
  ];
}

/** The group of words that a module is of, as its file is called; null for other modules. */
function wordsIn(id: string): string | null {
  const [, name] = /\/src\/app\/words\/chunks\/([\w-]+-words)\.ts$/.exec(id) ?? [];
  return name ?? null;
}

/** The designer is the largest page: it loads no file of which it needs only a part. */
function isOfDesigner(id: string): boolean {
  return tiers.some(({ name }, at) => /^(opening|designer)$/.test(name) && modules().tiers[at]?.has(id));
}

/** What the buttons of the component library import and never use: numbers of the progress bars that they may hold. */
const unusedByList = /\/(?:@internationalized\/|react-(?:aria|stately)\/.*\/(?:i18n|progress|number)[/.])/;

function isOfTier(id: string, at: number): boolean {
  const { base, tiers: all } = modules();
  // What the entry reaches without using it: the bundler decides.
  if (base.has(id)) return false;
  if (all[at]?.has(id) !== true) return false;
  if (at === 0 && unusedByList.test(id)) return false;
  // What the list, and what the designer needs is loaded with it, even where other pages need it too.
  const isAlone = at === 0 || /^(opening|designer|panels)$/.test(tiers[at]?.name ?? '');
  return isAlone || all.slice(at + 1).some((later) => later.has(id));
}

function modules(): NonNullable<typeof reached> {
  const html = [...imports.keys()].filter((id) => id.endsWith('/index.html'));
  reached ??= { base: reachedFrom(html), tiers: tiers.map((tier) => reachedFrom(idsOf(tier))) };
  return reached;
}

function reachedFrom(ids: readonly string[]): Set<string> {
  const found = new Set<string>();
  const pending = [...ids];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    pending.push(...(imports.get(id) ?? []));
  }
  return found;
}
