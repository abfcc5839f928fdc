/**
 * `npm run release`: makes a release of the built page and server in `release`, the same bytes from the same sources.
 *
 * - `patchbay-VERSION.tgz`: unpacked, it starts with Node alone; it is also an npm package (`npm install FILE`, `npx patchbay`).
 * - `patchbay-VERSION.cdx.json`: the bill of materials (CycloneDX 1.5) of the packages that are inside.
 * - `patchbay-VERSION-linux-ARCHITECTURE.oci.tar` and its bill: an image for containers, on a system of Debian's kind.
 * - `SHA256SUMS` of all, and with a key its signature, `SHA256SUMS.sig`.
 *
 * `RELEASE_KEY`, or the file that `RELEASE_KEY_FILE` names, is the key: Ed25519 in PEM (PKCS #8). The signature is the 64 bytes of RFC 8032,
 * which `openssl pkeyutl` verifies: it is wherever `sha256sum` is, and needs no format of ours around it.
 */

import { execFileSync } from 'node:child_process';
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256, tar } from './archive.ts';
import { packagesOf } from './bundled-packages.mjs';
import { root } from './fingerprint.mjs';
import { architecture, makeImageArchive, makeTree, type SystemPackage, whyNoImage } from './image.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `patchbay-${manifest.version}`;
const out = join(root, 'release');
const staged = join(out, name);

/** Not part of the builds: read from its own folder by the page of the API reference. */
const apiReference = 'node_modules/swagger-ui-dist';

/** Made beside the compose file by who runs it here (`make-secrets.sh`): part of no release. */
const notCopied = ['deploy/compose/secrets', 'deploy/compose/.env'].map((path) => join(root, path));

/** What a release holds as it is in the checkout. */
const copied = [
  ...['LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'deploy'],
  ...['bin/health.mjs', 'bin/patchbay.mjs', 'bin/preload.mjs', 'dist/app', 'dist/server', 'docs'],
  ...['src/server/platform/http/api-reference', 'src/server/email/tracking/routes/page.css'],
  ...['package.json', 'swagger-ui-bundle.js', 'swagger-ui.css'].map((file) => `${apiReference}/${file}`),
];

// Before anything is removed.
const key = signingKey();
rmSync(out, { recursive: true, force: true });
for (const path of copied) {
  mkdirSync(dirname(join(staged, path)), { recursive: true });
  cpSync(join(root, path), join(staged, path), {
    ...{ recursive: true, filter: (file) => !notCopied.includes(file) },
  });
}
const packages = [...new Set([...packagesOf('page', 'server'), apiReference])].sort();
writeFileSync(join(staged, 'package.json'), `${JSON.stringify(releaseManifest(), null, 2)}\n`);
writeFileSync(join(staged, 'THIRD-PARTY.txt'), packages.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`));
const materials = billOfMaterials(new Set(packages.map(nameAndVersion)));
writeFileSync(join(staged, `${name}.cdx.json`), materials);

if (!existsSync(join(staged, 'dist/app/index.html')))
  throw new Error('The page is not built: npm run build.');
const files: Record<string, Buffer> = {
  [`${name}.tgz`]: gzipSync(tar(out, [name]), { level: 9 }),
  [`${name}.cdx.json`]: Buffer.from(materials),
};
const missing = whyNoImage();
if (missing === null) {
  const tree = join(out, 'image');
  const system = makeTree(tree, staged);
  files[`${name}-linux-${architecture}.oci.tar`] = makeImageArchive(tree, manifest.version);
  files[`${name}-linux-${architecture}.cdx.json`] = Buffer.from(billOfImage(system));
} else console.log(`No image was made. ${missing}`);
for (const [file, content] of Object.entries(files)) writeFileSync(join(out, file), content);
const sums = Object.entries(files).map(([file, content]) => `${sha256(content)}  ${file}\n`);
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
if (key !== null) writeFileSync(join(out, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums.join('')), key));
else console.log('The checksums are not signed, as neither RELEASE_KEY nor RELEASE_KEY_FILE is set.');
for (const [file, { length }] of Object.entries(files)) console.log(`${join(out, file)}: ${length} bytes`);

/** Null where none is set. Ends the program where it is no such key, and does not print it. */
function signingKey(): KeyObject | null {
  const { RELEASE_KEY: text, RELEASE_KEY_FILE: file } = process.env;
  if (!text && !file) return null;
  try {
    const found = createPrivateKey(text || readFileSync(file ?? ''));
    if (found.asymmetricKeyType === 'ed25519') return found;
  } catch {
    // Said below: what is wrong may have pieces of the key.
  }
  const name = text ? 'RELEASE_KEY' : `RELEASE_KEY_FILE (${file})`;
  console.error(
    `${name} must be an Ed25519 key in PEM without a passphrase: openssl genpkey -algorithm ed25519.`,
  );
  process.exit(1);
}

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

/** The bill of materials with what an image has beside the release. */
function billOfImage(system: readonly SystemPackage[]): string {
  const { components, ...rest } = JSON.parse(materials);
  const distribution = /^ID="?(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const version = process.versions.node;
  const node = {
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    licence: 'usr/share/doc/node/LICENSE',
  };
  const packages = system.map((each) => ({
    ...each,
    purl: `pkg:deb/${distribution}/${each.name}@${encodeURIComponent(each.version)}?arch=${architecture}`,
    licence: `usr/share/doc/${each.name}/copyright`,
  }));
  const added = [node, ...packages].map(({ licence, ...about }) => ({
    ...{ 'bom-ref': about.purl, type: 'library', ...about },
    licenses: [{ license: { name: `See ${licence} of the image` } }],
  }));
  return `${JSON.stringify({ ...rest, components: [...components, ...added] }, null, 2)}\n`;
}
