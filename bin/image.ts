/**
 * The container image of a release, made without a container engine: its file tree, which `deploy/Containerfile` copies as
 * well, and an archive of it in the OCI image layout. What is in it beside the release is copied from this machine: Node, the
 * libraries that it loads, and what says which ones they are (docs/decisions/097).
 */

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256, tar } from './archive.ts';
import { root } from './fingerprint.mjs';

/** Node's names of architectures, as image specifications have them. */
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
export const architecture: string = architectures[process.arch] ?? process.arch;

/** Beside Node as its project builds it, and not where a distribution has built it. */
const nodeLicence = join(dirname(process.execPath), '../LICENSE');

/** A package of the system, beside the release. */
export type SystemPackage = { name: string; version: string };

/** Why no image can be made here; null where it can. */
export function whyNoImage(): string | null {
  const isDebian = spawnSync('dpkg-query', ['--version'], { stdio: 'ignore' }).status === 0;
  if (process.platform !== 'linux' || !(process.arch in architectures) || !isDebian)
    return 'The libraries of an image are copied from Debian or Ubuntu; elsewhere use deploy/Containerfile.';
  return existsSync(nodeLicence) ? null : `${nodeLicence} is missing: it takes a Node of nodejs.org.`;
}

/** Makes the file tree of the image in `tree`, from the release that is unpacked in `release`. */
export function makeTree(tree: string, release: string): SystemPackage[] {
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  };
  const copy = (from: string, to = from) => {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    copyFileSync(from, join(tree, to));
  };
  rmSync(tree, { recursive: true, force: true });
  // An engine mounts something at each of these, and cannot make them where the root is read-only.
  for (const folder of ['data', 'dev', 'proc', 'sys']) mkdirSync(join(tree, folder), { recursive: true });
  put('etc/passwd', 'root:x:0:0:root:/:\npatchbay:x:10001:10001:Patchbay:/data:\n');
  put('etc/group', 'root:x:0:\npatchbay:x:10001:\n');
  put('etc/nsswitch.conf', 'hosts: files dns\n');
  copy('/etc/os-release');
  copy(process.execPath, 'usr/bin/node');
  copy(nodeLicence, 'usr/share/doc/node/LICENSE');
  put('usr/bin/patchbay', "#!/usr/bin/node\nimport('/opt/patchbay/bin/patchbay.mjs');\n");
  chmodSync(join(tree, 'usr/bin/patchbay'), 0o755);
  cpSync(release, join(tree, 'opt/patchbay'), { recursive: true });
  const libraries = librariesOf(process.execPath);
  for (const path of libraries) copy(path);
  return packagesWith(libraries).map((name) => {
    const status = execFileSync('dpkg-query', ['--status', name], { encoding: 'utf8' });
    // Where scanners of images look for packages of images without a package manager.
    put(`var/lib/dpkg/status.d/${name}`, status);
    copy(`/usr/share/doc/${name}/copyright`);
    return { name, version: /^Version: (.*)$/m.exec(status)?.[1] ?? '' };
  });
}

/** The paths of all libraries that the program loads, the loader itself, and those by which older ones look up host names. */
function librariesOf(program: string): string[] {
  const output = execFileSync('ldd', [program], { encoding: 'utf8' });
  const paths = [...output.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path);
  const besideLibc = dirname(paths.find((path) => path.endsWith('/libc.so.6')) ?? '/');
  const lookups = ['libnss_dns.so.2', 'libnss_files.so.2', 'libresolv.so.2']
    .map((name) => join(besideLibc, name))
    .filter((path) => existsSync(path));
  return [...new Set([...paths, ...lookups])].sort();
}

/** The Debian packages that these files are of. A file may be registered with and without `/usr`. */
function packagesWith(files: readonly string[]): string[] {
  const owners = files.map((file) => {
    const { stdout } = spawnSync('dpkg-query', ['-S', file, `/usr${file}`], { encoding: 'utf8' });
    const [, name] = /^([^:,\s]+)/.exec(stdout) ?? [];
    if (name === undefined) throw new Error(`${file} is of no package; use deploy/Containerfile.`);
    return name;
  });
  return [...new Set(owners)].sort();
}

/**
 * The archive of the image with this file tree: an OCI image layout, which is also what `docker save` makes. In layers, as the
 * first one rarely differs between two releases.
 */
export function makeImageArchive(tree: string, version: string): Buffer {
  const system = ['dev', 'etc', 'lib', 'lib64', 'proc', 'sys', 'usr', 'var'];
  const archives = [
    tar(
      tree,
      system.filter((name) => existsSync(join(tree, name))),
    ),
    tar(tree, ['opt']),
    tar(tree, ['data'], 10_001),
  ];
  const layout = `${tree}-layout`;
  const blobs = join(layout, 'blobs/sha256');
  rmSync(layout, { recursive: true, force: true });
  mkdirSync(blobs, { recursive: true });
  const addBlob = (type: string, content: Buffer | string) => {
    const digest = sha256(content);
    writeFileSync(join(blobs, digest), content);
    return { mediaType: type, digest: `sha256:${digest}`, size: Buffer.byteLength(content) };
  };
  const addJson = (type: string, content: object) => addBlob(type, JSON.stringify(content));
  const layers = archives.map((each) =>
    addBlob('application/vnd.oci.image.layer.v1.tar+gzip', gzipSync(each, { level: 6 })),
  );
  const { Labels, ...settings } = readImageSettings();
  const config = addJson('application/vnd.oci.image.config.v1+json', {
    ...{ created: new Date(0).toISOString(), architecture, os: 'linux' },
    config: { ...settings, Labels: { ...Labels, 'org.opencontainers.image.version': version } },
    rootfs: { type: 'layers', diff_ids: archives.map((each) => `sha256:${sha256(each)}`) },
  });
  const type = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = addJson(type, { schemaVersion: 2, mediaType: type, config, layers });
  const name = `patchbay:${version}`;
  const annotations = { 'org.opencontainers.image.ref.name': version, 'io.containerd.image.name': name };
  const pathOf = ({ digest }: { digest: string }) => `blobs/${digest.replace(':', '/')}`;
  const files = {
    'oci-layout': { imageLayoutVersion: '1.0.0' },
    'index.json': { schemaVersion: 2, manifests: [{ ...manifest, annotations }] },
    // What Docker reads where its store is not that of containerd.
    'manifest.json': [{ Config: pathOf(config), RepoTags: [name], Layers: layers.map(pathOf) }],
  };
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(layout, file), JSON.stringify(content));
  const archive = tar(layout, [...Object.keys(files), 'blobs']);
  rmSync(layout, { recursive: true });
  return archive;
}

type ImageSettings = {
  User: string;
  Env: string[];
  ExposedPorts: Record<string, object>;
  Volumes: Record<string, object>;
  Entrypoint: string[];
  Cmd: string[];
  /** Of Docker's form of this; the OCI has none. Times are nanoseconds. */
  Healthcheck: Record<string, unknown>;
  Labels: Record<string, string>;
};

/** What the last stage of the Containerfile says of the image. */
function readImageSettings(): ImageSettings {
  const [, stage = ''] = readFileSync(join(root, 'deploy/Containerfile'), 'utf8').split(/^FROM scratch$/m);
  const lines = [...stage.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name = '', rest = '']) => ({ name, rest }));
  const all = (wanted: string) => lines.flatMap(({ name, rest }) => (name === wanted ? rest.split(' ') : []));
  const one = (wanted: string) => lines.find(({ name }) => name === wanted)?.rest ?? '';
  const list = (wanted: string): string[] => JSON.parse(one(wanted));
  const [options = '', test = '[]'] = one('HEALTHCHECK').split(' CMD ');
  const seconds = (option: string) => Number(new RegExp(`--${option}=(\\d+)s`).exec(options)?.[1]) * 1e9;
  return {
    User: one('USER'),
    Env: all('ENV'),
    ExposedPorts: Object.fromEntries(all('EXPOSE').map((port) => [`${port}/tcp`, {}])),
    Volumes: Object.fromEntries(list('VOLUME').map((path) => [path, {}])),
    Entrypoint: list('ENTRYPOINT'),
    Cmd: list('CMD'),
    Healthcheck: {
      Test: ['CMD', ...JSON.parse(test)],
      ...{ Interval: seconds('interval'), Timeout: seconds('timeout'), StartPeriod: seconds('start-period') },
    },
    Labels: Object.fromEntries(all('LABEL').map((pair) => pair.split('=', 2) as [string, string])),
  };
}
