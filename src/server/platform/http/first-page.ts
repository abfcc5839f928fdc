/**
 * The page that the server sends for an address, with what this address needs first: the modules and styles of its page,
 * which the browser would find only after it has run the first script, and a script that sends the first API requests.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An entry of Vite's manifest: a module with its chunk, what it imports at once, and its styles. */
type Chunk = { file: string; imports?: string[]; css?: string[] };
type Manifest = Readonly<Record<string, Chunk>>;

/** A module that its page shows on some screens only: the browser decides by the media query whether it is needed. */
type Layout = { module: string; media: string };

const phone = '(max-width: 640px)';
const layoutsOfDesigner: readonly Layout[] = [
  { module: 'src/app/designer/designer.tsx', media: `not all and ${phone}` },
  { module: 'src/app/designer/reading/reading-layout.tsx', media: phone },
];

/** The addresses that people open most, and the modules that show each of them. */
const firstPages: readonly { address: RegExp; module: string; layouts: readonly Layout[] }[] = [
  { address: /^\/flows$/, module: 'src/app/flows/flows-page.tsx', layouts: [] },
  {
    address: /^\/flows\/(FW[0-9a-f]{32}|local\/[^/]+)$/,
    module: 'src/app/designer/designer-page.tsx',
    layouts: layoutsOfDesigner,
  },
];

/** Sends requests that need a session, so it stands only in pages for a visitor who may have one. */
const firstRequests = '<script src="/first-requests.js"></script>';

/**
 * Reads the build in `folder`. The result gives the page for a path, null where that is index.html as it was built.
 * `mayHaveSession` is false when the request has no cookie.
 */
export function readFirstPage(folder: string): (path: string, mayHaveSession: boolean) => string | null {
  const manifestFile = join(folder, '.vite/manifest.json');
  if (!existsSync(manifestFile)) return () => null;
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const built = readFileSync(join(folder, 'index.html'), 'utf8');
  const alreadyThere = filesOf(manifest, 'index.html');
  const pages = firstPages.map(({ address, module, layouts }) => {
    const ofPage = filesOf(manifest, module);
    const links = [
      ...without(alreadyThere, ofPage).map(linkTo),
      ...layouts.flatMap((layout) =>
        without(ofPage, without(alreadyThere, filesOf(manifest, layout.module))).map((file) =>
          linkForScreens(file, layout.media),
        ),
      ),
    ];
    return { address, page: built.replace('</head>', `${links.join('')}</head>`) };
  });
  return (path, mayHaveSession) => {
    const page = pages.find(({ address }) => address.test(path))?.page ?? null;
    return mayHaveSession && page !== null ? page.replace('<script', `${firstRequests}<script`) : page;
  };
}

/** The scripts and styles that a module loads at once, none for a module that the build does not have. */
function filesOf(manifest: Manifest, module: string): ReadonlySet<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const pending = [module];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    pending.push(...(chunk.imports ?? []));
  }
  return files;
}

function without(known: ReadonlySet<string>, files: Iterable<string>): string[] {
  return [...files].filter((file) => !known.has(file));
}

/** As Vite writes them when it loads a page later, so that it finds them here. */
function linkTo(file: string): string {
  const kind = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  return `<link rel="${kind}" crossorigin href="/${file}">`;
}

/** Only requested: a style sheet that stood here for some screens would be missing when another one shows its module. */
function linkForScreens(file: string, media: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${kind} crossorigin media="${media}" href="/${file}">`;
}
