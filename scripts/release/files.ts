/** The files that name the version, and how they read after a release. */

/** Reads a file of the repository. */
type Read = (path: string) => string

export interface Release {
  readonly version: string
  /** YYYY-MM-DD. */
  readonly date: string
  /** Names of the folders below `packages`. */
  readonly packages: readonly string[]
}

interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies'] as const

const print = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Sets the version of a package, and of those of ours that it needs. */
function raise(manifest: Manifest, version: string, ours: ReadonlySet<string>): Manifest {
  const raised: Manifest = { ...manifest, version }
  for (const kind of KINDS) {
    const needed = manifest[kind]
    if (needed)
      raised[kind] = Object.fromEntries(
        Object.entries(needed).map(([name, range]) => [name, ours.has(name) ? version : range]),
      )
  }
  return raised
}

function raiseLock(text: string, { version, packages }: Release, ours: ReadonlySet<string>): string {
  const lock = JSON.parse(text) as Manifest & { packages: Record<string, Manifest> }
  const own = new Set(['', ...packages.map(name => `packages/${name}`)])
  const entries = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    own.has(path) ? raise(entry, version, ours) : entry,
  ])
  return print({ ...lock, version, packages: Object.fromEntries(entries) })
}

const UNRELEASED = '## Unreleased\n'

/** Throws if there is nothing to release. */
function releaseChangelog(text: string, { version, date }: Release): string {
  const [before = '', after = ''] = text.split(UNRELEASED)
  const changes = after.split(/^## /m)[0] ?? ''
  if (!/^- /m.test(changes)) throw new Error('CHANGELOG.md has nothing under "Unreleased".')
  return `${before}${UNRELEASED}\n## ${version} — ${date}\n${after}`
}

/** The new text of every file that names the version. */
export function releasedFiles(read: Read, release: Release): ReadonlyMap<string, string> {
  const { version, packages } = release
  const manifests = packages.map(name => `packages/${name}/package.json`)
  const ours = new Set(manifests.map(path => (JSON.parse(read(path)) as Manifest).name))
  if (!new RegExp(`^### ${version.replaceAll('.', '\\.')}$`, 'm').test(read('UPGRADING.md')))
    throw new Error(
      `UPGRADING.md has no notes for ${version}: say there what an operator has to do, even if it is nothing.`,
    )
  const images = ['deploy/kubernetes/deployment.yaml', 'deploy/helm/cairn/values.yaml']
  const chart = 'deploy/helm/cairn/Chart.yaml'
  return new Map([
    ...['package.json', ...manifests].map(
      path => [path, print(raise(JSON.parse(read(path)) as Manifest, version, ours))] as const,
    ),
    ['package-lock.json', raiseLock(read('package-lock.json'), release, ours)],
    ['CHANGELOG.md', releaseChangelog(read('CHANGELOG.md'), release)],
    ...images.map(path => [path, read(path).replace(/image: cairn:\S+/, `image: cairn:${version}`)] as const),
    [chart, read(chart).replace(/^(version|appVersion): .*$/gm, `$1: ${version}`)],
  ])
}
