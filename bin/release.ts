/**
 * `npm run release`: makes a release of the built page and server in `release`, the same bytes from the same sources.
 *
 * - `patchbay-VERSION.tgz`: unpacked, it starts with Node alone; it is also an npm package (`npm install FILE`, `npx patchbay`).
 * - `patchbay-VERSION.cdx.json`: the bill of materials (CycloneDX 1.5) of the packages that are inside.
 * - `SHA256SUMS` of both.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packagesOf } from './bundled-packages.mjs';
import { root } from './fingerprint.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `patchbay-${manifest.version}`;
const out = join(root, 'release');
const staged = join(out, name);

/** Not part of the builds: read from its own folder by the page of the API reference. */
const apiReference = 'node_modules/swagger-ui-dist';

/** What a release holds as it is in the checkout. */
const copied = [
  ...['LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'deploy'],
  ...['bin/patchbay.mjs', 'bin/preload.mjs', 'dist/app', 'dist/server', 'docs'],
  ...['src/server/platform/http/api-reference', 'src/server/email/tracking/routes/page.css'],
  ...['package.json', 'swagger-ui-bundle.js', 'swagger-ui.css'].map((file) => `${apiReference}/${file}`),
];

rmSync(out, { recursive: true, force: true });
for (const path of copied) {
  mkdirSync(dirname(join(staged, path)), { recursive: true });
  cpSync(join(root, path), join(staged, path), { recursive: true });
}
const packages = [...new Set([...packagesOf('page', 'server'), apiReference])].sort();
writeFileSync(join(staged, 'package.json'), `${JSON.stringify(releaseManifest(), null, 2)}\n`);
writeFileSync(join(staged, 'THIRD-PARTY.txt'), packages.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`));
const materials = billOfMaterials(new Set(packages.map(nameAndVersion)));
writeFileSync(join(staged, `${name}.cdx.json`), materials);

const files = {
  [`${name}.tgz`]: gzipSync(archive(), { level: 9 }),
  [`${name}.cdx.json`]: Buffer.from(materials),
};
for (const [file, content] of Object.entries(files)) writeFileSync(join(out, file), content);
const sums = Object.entries(files).map(
  ([file, content]) => `${createHash('sha256').update(content).digest('hex')}  ${file}\n`,
);
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
for (const [file, { length }] of Object.entries(files)) console.log(`${join(out, file)}: ${length} bytes`);

/** The package without what only a checkout needs: its dependencies are inside. */
function releaseManifest() {
  const { version, description, license, type, bin, scripts } = manifest;
  const library = JSON.parse(readFileSync(join(root, apiReference, 'package.json'), 'utf8'));
  return {
    ...{ name: manifest.name, version, description, license, type, bin },
    engines: { node: '>=24' },
    scripts: { start: scripts.start },
    dependencies: { [library.name]: library.version },
    bundleDependencies: [library.name],
  };
}

function nameAndVersion(folder: string): string {
  const { name: own, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return `${own}@${version}`;
}

/** The name, version and licence of a package, with the texts that it ships. */
function licenceOf(folder: string): string {
  const { license, homepage } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
  const title = `${nameAndVersion(folder)} (${typeof license === 'string' ? license : license?.type})`;
  return `${[title, ...(homepage === undefined ? [] : [homepage]), '', ...texts].join('\n')}\n`;
}

/** What npm knows of the packages that are inside. Times and random numbers would differ with each release. */
function billOfMaterials(inside: ReadonlySet<string>): string {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const text = execFileSync('npm', ['sbom', ...options, '--package-lock-only'], {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  });
  const { serialNumber: _, metadata, components, dependencies, ...rest } = JSON.parse(text);
  const { timestamp: __, component, ...about } = metadata;
  // Not by the name: of a package that is installed under another it is that one.
  const kept: Component[] = components.filter((each: Component) => inside.has(each['bom-ref']));
  const missing = [...inside].filter((each) => !kept.some((one) => one['bom-ref'] === each));
  if (missing.length > 0) throw new Error(`npm does not know the packages ${missing.join(', ')}.`);
  const refs = new Set([component['bom-ref'], ...kept.map((each) => each['bom-ref'])]);
  const bill = {
    ...rest,
    metadata: { ...about, component: { ...component, name: manifest.name } },
    components: kept.map((each) => ({ ...each, externalReferences: undefined })),
    dependencies: dependencies
      .filter(({ ref }: Dependency) => refs.has(ref))
      .map(({ ref, dependsOn }: Dependency) => ({
        ref,
        dependsOn: dependsOn.filter((each) => refs.has(each)),
      })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

type Component = { 'bom-ref': string };
type Dependency = { ref: string; dependsOn: string[] };

/** The folder as a tar archive: names in order, owned by root, all files of one time. */
function archive(): Buffer {
  if (!existsSync(join(staged, 'dist/app/index.html')))
    throw new Error('The page is not built: npm run build.');
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', '--mtime=@0'];
  return execFileSync('tar', ['-c', '--format=ustar', '--sort=name', ...owner, '-C', out, name], {
    maxBuffer: 512 * 1024 * 1024,
  });
}
