/**
 * The dependency rules of docs/architecture.md as a test: which module may import which, the layers inside the
 * server, and where fetch, SQL, sockets, the environment, the clock and randomness may be used. Each test fails with
 * sentences that name the file and the rule.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = dirname(fileURLToPath(import.meta.url));

type Import = { from: string; target: string | null };
type File = { path: string; text: string; imports: Import[] };

const files: File[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(ts|tsx)$/.test(path) && path !== 'dependency-rules.test.ts')
  .sort()
  .map((path) => {
    const text = readFileSync(join(src, path), 'utf8');
    return { path, text, imports: importsOf(path, text) };
  });
const isForTests = (path: string) => /\.test\.tsx?$/.test(path) || path.split('/').includes('testing');
const product = files.filter((file) => !isForTests(file.path));

/** Every static and dynamic import; `target` is the path below src of one that is not a package. */
function importsOf(path: string, text: string): Import[] {
  const found = [
    ...text.matchAll(/^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
    ...text.matchAll(/new URL\(\s*['"](\.[^'"]+\.ts)['"]\s*,\s*import\.meta\.url/g),
  ];
  return found.map(([, from = '']) => {
    if (from.startsWith('.')) return { from, target: posix.normalize(posix.join(posix.dirname(path), from)) };
    return { from, target: from.startsWith('#') ? from.slice(1) : null };
  });
}

/** One sentence for each import of a product file that `judge` objects to. */
function violations(judge: (path: string, imported: Import) => string | null): string[] {
  return product.flatMap(({ path, imports }) =>
    imports.flatMap((imported) => {
      const objection = judge(path, imported);
      return objection === null ? [] : [`${path}: ${objection}`];
    }),
  );
}

/** A folder ends with a slash, anything else is one file. */
const isIn = (path: string, places: readonly string[]) =>
  places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));

const moduleOf = (path: string) => path.split('/')[0] ?? '';

/** What each module may import: modules, and packages by the start of their name ('*' for any). */
const modules: Record<string, { modules: string[]; packages: string[] }> = {
  flow: { modules: [], packages: ['typebox', 'liquidjs'] },
  engine: { modules: ['flow'], packages: [] },
  api: { modules: ['flow'], packages: ['typebox'] },
  simulator: { modules: ['flow', 'engine'], packages: ['typebox', 'yaml'] },
  server: { modules: ['flow', 'engine', 'api', 'simulator'], packages: ['*'] },
  cli: { modules: ['flow', 'api', 'server', 'simulator'], packages: ['typebox'] },
  app: { modules: ['flow', 'api', 'simulator'], packages: ['*'] },
};

/** The pages of the app: they do not import each other, and meet in the address. */
const pages = [
  'app/all-accounts/',
  'app/flows/',
  'app/designer/',
  'app/revisions/',
  'app/executions/',
  'app/settings/',
  'app/sign-in/',
];

/** Folders of the server that are no features. Files directly in `server/` are the composition root. */
const platform = 'server/platform/';
const serverTesting = 'server/testing/';

/**
 * The features of the server, each after those that it may import. Imports against this order are listed in
 * `upwardImports`, with the reason, and nowhere else.
 */
const features = [
  'accounts',
  'flows',
  'executions',
  'scheduled-publishing',
  'live',
  'audit',
  'services',
  'messaging',
  'email',
  'all-accounts',
  'operations',
  'alerts',
  'retention',
  'erasures',
];
const upwardImports: { from: string; to: string; reason: string }[] = [
  {
    from: 'accounts',
    to: 'email',
    reason:
      'a change of an account’s status is an event of its webhooks; replacing its token may revoke its keys; links are sent by its relay',
  },
];

const featureOf = (path: string) => {
  const [module, folder, rest] = path.split('/');
  return module === 'server' &&
    folder !== undefined &&
    rest !== undefined &&
    !isIn(path, [platform, serverTesting])
    ? folder
    : null;
};

type Layer = 'routes' | 'service' | 'store';

/**
 * The layer of a file by its name: `routes.ts`, `NAME-routes.ts` or a file in `routes/`; the same for `service` and
 * `store`. Null for anything else in a feature: job handlers, pure parts, protocol adapters.
 */
function layerOf(path: string): Layer | null {
  const [, name] =
    /(?:^|[/-])(routes|service|store)(?:\.ts$|\/)/.exec(path.split('/').slice(2).join('/')) ?? [];
  return (name as Layer | undefined) ?? null;
}

/** Which layers each layer may not import, of its own feature. */
const forbiddenLayers: Record<Layer, Layer[]> = {
  routes: ['store'],
  service: ['routes'],
  store: ['routes', 'service'],
};

/** What may be used in these places only. `within` are the modules that are looked at. */
const restricted: { what: string; pattern: RegExp; within: string[]; places: string[]; layers?: Layer[] }[] =
  [
    {
      what: 'fetch',
      pattern: /(?<![.\w])fetch\(/,
      within: ['flow', 'engine', 'simulator', 'api', 'app', 'server', 'cli'],
      places: ['app/client/', 'cli/server-client.ts'],
    },
    {
      what: 'the environment',
      pattern: /process\.env/,
      within: Object.keys(modules),
      places: ['server/platform/config.ts', 'cli/main.ts'],
    },
    {
      what: 'the clock',
      pattern: /Date\.now\(|new Date\(\)|performance\.now\(/,
      within: ['flow', 'engine', 'simulator', 'api', 'server', 'cli'],
      // The others measure how long they have been busy, or how wrong the clock is.
      places: [
        'server/platform/service-runtime.ts',
        'server/platform/event-loop-turn.ts',
        'server/platform/database/integrity-thread.ts',
        'server/platform/database/server-clock.ts',
      ],
    },
    {
      what: 'randomness',
      pattern: /Math\.random\(|randomUUID\(|randomBytes\(/,
      within: ['flow', 'engine', 'simulator', 'api', 'server', 'cli'],
      places: ['server/platform/service-runtime.ts'],
    },
    {
      what: 'SQL',
      pattern: /from 'kysely'|sql`|\.selectFrom\(|\.insertInto\(/,
      within: ['server'],
      places: [
        'server/platform/database/',
        'server/platform/audit/event-store.ts',
        'server/platform/audit/audited-objects.ts',
        'server/platform/jobs/queue.ts',
        'server/platform/jobs/maintenance-store.ts',
      ],
      layers: ['store'],
    },
    {
      what: 'an HTTP status code',
      pattern: /\breply\.(code|status)\(|\breply\.statusCode\b/,
      within: ['server'],
      places: ['server/platform/http/', 'server/email/http/', 'server/accounts/scim/http/'],
      layers: ['routes'],
    },
    {
      what: 'a socket or an HTTP client',
      pattern:
        /^import (?!type\b)(?!\{ type [\w ]+(, type \w+)* \} from)(?!\{ createSecureContext \})[^;]*from '(undici|nodemailer|smtp-server|pg|ws|node:(net|tls|dgram|http|https|dns|dns\/promises))'/m,
      within: ['server'],
      places: [
        'server/platform/outbound/',
        'server/platform/database/',
        'server/platform/http/',
        'server/email/smtp/',
        'server/messaging/carriers/client.ts',
      ],
    },
    {
      // The server sends it; the designer has it before the server does.
      what: 'what the state of a flow is derived from',
      pattern:
        /\bpublished_revision\s*[!=<>]==?|\bunpublished_changes\s*([!=]==|[<>])|\bflow\??\.status\b|\bflowState\(/,
      within: ['app', 'cli'],
      // The second one asks whether this is the first publish of all.
      places: ['app/designer/unpublished/use-unpublished.ts', 'app/designer/commands/save-commands.ts'],
    },
    {
      // It has to look through shadow roots for the field that is typed into.
      what: 'a listener for the keys of a page or the clipboard',
      pattern:
        /(?<![\w.])(?:(?:window|document)\.)?addEventListener\(\s*'(?:key\w+|beforeinput|copy|cut|paste)'/,
      within: ['app'],
      // The last four look at Escape or at modifiers, which write nothing.
      places: [
        'app/ui/page-keys.ts',
        'app/designer/commands/use-shortcuts.ts',
        'app/shell/rail-tooltip.tsx',
        'app/canvas/interaction/use-canvas-reader.ts',
        'app/canvas/interaction/gestures/gesture-machine.ts',
        'app/canvas/annotations/use-frame-drag.ts',
      ],
    },
    {
      // Browsers have these over HTTPS and on this machine alone.
      what: 'what pages over plain HTTP do not have',
      pattern:
        /\bcrypto\.(?:randomUUID|subtle)|navigator\.(?:clipboard|mediaDevices|locks|serviceWorker|storage|share)\b/,
      within: ['app', 'flow', 'simulator', 'engine', 'api'],
      // Each of them has a way without it, or a sentence.
      places: [
        'app/ui/copy-text.ts',
        'app/unsaved-work/page-lock.ts',
        'app/designer/reading/share-link.ts',
        'app/call/sound/microphone.ts',
        'app/settings/email/webhooks/verify-panel.tsx',
      ],
    },
    {
      // It takes the square of the marks behind a letter, which whoever writes to a flow chooses.
      what: 'Unicode normalization',
      pattern: /\.normalize\(/,
      within: ['flow', 'engine', 'simulator', 'api', 'server', 'cli'],
      places: ['flow/text/normalize-text.ts'],
    },
    { what: 'reactflow', pattern: /from 'reactflow/, within: ['app'], places: ['app/canvas/'] },
  ];

/** `types` and `hooks` alone say nothing; a suffix of the product's own words, as in `widget-types`, does. */
const forbiddenNames =
  /(^|[/.-])(utils?|helpers?|common|misc|lib|shared)([/.]|$)|(^|\/)(types|hooks)([/.]|$)/;

describe('the dependency rules', () => {
  it('name only what exists', () => {
    const named = [
      ...Object.keys(modules).map((name) => `${name}/`),
      ...pages,
      ...[platform, serverTesting],
      ...features.map((name) => `server/${name}/`),
      ...restricted.flatMap(({ places }) => places),
    ];
    expect(named.filter((path) => !existsSync(join(src, path)))).toEqual([]);
  });

  it('cover every module and every feature', () => {
    const modulesFound = new Set(product.map(({ path }) => moduleOf(path)));
    expect([...modulesFound].sort()).toEqual(Object.keys(modules).sort());
    const featuresFound = new Set(product.flatMap(({ path }) => featureOf(path) ?? []));
    expect([...featuresFound].sort()).toEqual([...features].sort());
  });
});

describe('a module', () => {
  it('imports only the modules and packages that it may', () => {
    const broken = violations((path, { from, target }) => {
      const module = moduleOf(path);
      const rule = modules[module];
      if (rule === undefined) return 'is in no module';
      if (target !== null) {
        const isAllowed = moduleOf(target) === module || rule.modules.includes(moduleOf(target));
        return isAllowed ? null : `${module} may not import ${target}`;
      }
      if (from.startsWith('node:'))
        return module === 'server' || module === 'cli' ? null : `${module} may not import ${from}`;
      const isAllowed = rule.packages.some(
        (name) => name === '*' || from === name || from.startsWith(`${name}/`),
      );
      return isAllowed ? null : `${module} may not import the package ${from}`;
    });
    expect(broken).toEqual([]);
  });

  it('is imported by name from outside and by relative path from inside', () => {
    const broken = files.flatMap(({ path, imports }) =>
      imports.flatMap(({ from, target }) => {
        if (target === null) return [];
        const isAcross = moduleOf(target) !== moduleOf(path);
        return isAcross === from.startsWith('#') ? [] : [`${path}: imports ${from}`];
      }),
    );
    expect(broken).toEqual([]);
  });
});

describe('a product file', () => {
  it('is part of no import cycle', () => {
    const edges = new Map(
      product.map((file) => [file.path, file.imports.flatMap(({ target }) => target ?? [])]),
    );
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      if (done.has(path) || trail.includes(path)) return;
      for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of edges.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  it('imports no test and no test fixture', () => {
    const broken = violations((_, { target }) =>
      target !== null && isForTests(target) ? `imports ${target}, which is for tests` : null,
    );
    expect(broken).toEqual([]);
  });

  for (const { what, pattern, within, places, layers = [] } of restricted) {
    it(`uses ${what} only where that belongs`, () => {
      const broken = product
        .filter(({ path }) => within.includes(moduleOf(path)) && !isIn(path, places))
        .filter(({ path }) => {
          const layer = featureOf(path) === null ? null : layerOf(path);
          return layer === null || !layers.includes(layer);
        })
        .filter(({ text }) => pattern.test(text))
        .map(
          ({ path }) =>
            `${path}: ${what} belongs in ${[...layers.map((each) => `the ${each} layer`), ...places].join(', ')}`,
        );
      expect(broken).toEqual([]);
    });
  }
});

describe('in the flow,', () => {
  it('what a change is imports neither the diff, nor the merge, nor the edit log', () => {
    const broken = violations((path, { target }) =>
      path.startsWith('flow/change/') && isIn(target ?? '', ['flow/diff/', 'flow/merge/', 'flow/commands/'])
        ? `flow/change may not import ${target}`
        : null,
    );
    expect(broken).toEqual([]);
  });
});

describe('in the server,', () => {
  it('the platform imports no feature and not the composition root', () => {
    const broken = violations((path, { target }) =>
      path.startsWith(platform) && target?.startsWith('server/') && !target.startsWith(platform)
        ? `the platform may not import ${target}`
        : null,
    );
    expect(broken).toEqual([]);
  });

  it('a feature imports another feature only through its service files, and never the composition root', () => {
    const broken = violations((path, { target }) => {
      const feature = featureOf(path);
      if (feature === null || !target?.startsWith('server/') || target.startsWith(platform)) return null;
      const other = featureOf(target);
      if (other === null) return `may not import the composition root ${target}`;
      return other === feature || layerOf(target) === 'service'
        ? null
        : `may not import ${target}, which is no service file`;
    });
    expect(broken).toEqual([]);
  });

  it('imports between features follow their order', () => {
    const listed = new Set(upwardImports.map(({ from, to }) => `${from} → ${to}`));
    const found = new Set<string>();
    const broken = violations((path, { target }) => {
      const [from, to] = [featureOf(path), target === null ? null : featureOf(target)];
      if (from === null || to === null || features.indexOf(to) <= features.indexOf(from)) return null;
      found.add(`${from} → ${to}`);
      return listed.has(`${from} → ${to}`) ? null : `${from} comes before ${to} and may not import ${target}`;
    });
    expect(broken).toEqual([]);
    expect([...listed].filter((each) => !found.has(each))).toEqual([]);
  });

  it('routes import services, services import stores, and nothing points back', () => {
    const broken = violations((path, { target }) => {
      const feature = featureOf(path);
      if (feature === null || target === null || featureOf(target) !== feature) return null;
      const [layer, imported] = [layerOf(path), layerOf(target)];
      if (layer === null || imported === null || !forbiddenLayers[layer].includes(imported)) return null;
      return `${layer} may not import ${target}`;
    });
    expect(broken).toEqual([]);
  });
});

describe('in the app,', () => {
  it('pages do not import each other', () => {
    const pageOf = (path: string) => pages.find((page) => path.startsWith(page));
    const broken = violations((path, { target }) => {
      const [from, to] = [pageOf(path), target === null ? undefined : pageOf(target)];
      return from === undefined || to === undefined || from === to
        ? null
        : `the page ${from} imports ${target}`;
    });
    expect(broken).toEqual([]);
  });
});

describe('a file', () => {
  it('is named in kebab-case for its role or its main export', () => {
    const paths = files.map((file) => file.path);
    expect(paths.filter((path) => forbiddenNames.test(path) || !/^[a-z0-9/.-]+$/.test(path))).toEqual([]);
  });

  it('is no barrel', () => {
    const barrels = product
      .filter(({ text }) => {
        const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim();
        return (
          code !== '' &&
          code
            .split(/;\s*/)
            .every((line) => line === '' || /^export\s+(type\s+)?(\*[^'"]*|\{[^}]*\})\s*from\s/.test(line))
        );
      })
      .map((file) => file.path);
    expect(barrels).toEqual([]);
  });

  it('of the engine for a widget has the name of the widget’s file in flow', () => {
    const widgets = new Set(
      product.filter((file) => file.path.startsWith('flow/widgets/')).map((file) => file.path.slice(13)),
    );
    const orphans = product
      .filter((file) => file.path.startsWith('engine/behaviours/'))
      .map((file) => file.path.slice('engine/behaviours/'.length))
      .filter((name) => !widgets.has(name));
    expect(orphans).toEqual([]);
  });

  it('begins with a comment that says what it is', () => {
    const silent = product
      .filter((file) => !/^(\/\/ @[^\n]*\n)?\/\*\*|^\/\/ /.test(file.text))
      .map((file) => file.path);
    expect(silent).toEqual([]);
  });
});
