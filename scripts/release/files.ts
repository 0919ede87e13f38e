/** The files that name the version, and how they read after a release. */
import { dirname } from 'node:path'

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

/** It is not published, and is built with the packages of the same version. */
const EXAMPLE = 'examples/ward/package.json'

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
  const own = new Set(['', dirname(EXAMPLE), ...packages.map(name => `packages/${name}`)])
  const entries = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    own.has(path) ? raise(entry, version, ours) : entry,
  ])
  return print({ ...lock, version, packages: Object.fromEntries(entries) })
}

interface Section {
  /** The `#` of its heading. */
  readonly mark: '##' | '###'
  readonly version: string
  /** The heading of the version. */
  readonly title: string
}

/** Moves the text under "Unreleased" to the end of the section of the version, which is made if there is none. */
function closeUnreleased(text: string, { mark, version, title }: Section): string {
  const unreleased = `${mark} Unreleased\n`
  const [before = '', after = ''] = text.split(unreleased)
  const [changes = '', ...others] = after.split(new RegExp(`^(?=${mark} )`, 'm'))
  const isSame = new RegExp(`^${mark} ${version.replaceAll('.', '\\.')}(?: .*)?\n`)
  const [first = ''] = others
  const known = isSame.test(first) ? first.replace(isSame, '').trim() : undefined
  const body = [known, changes.trim()].filter(Boolean).join('\n\n')
  if (body === '') throw new Error(`There is nothing under "Unreleased", and no section for ${version}.`)
  const rest = (known === undefined ? others : others.slice(1)).join('')
  return `${before}${unreleased}\n${mark} ${title}\n\n${body}\n${rest === '' ? '' : `\n${rest}`}`
}

/** Throws if an operator is not told what to do. */
function closeUpgrading(text: string, version: string): string {
  if (/^### Unreleased\n\s*^(?!#)\S/m.test(text))
    return closeUnreleased(text, { mark: '###', version, title: version })
  if (text.includes(`\n### ${version}\n`)) return text
  throw new Error(
    `UPGRADING.md has no notes for ${version}: say there what an operator has to do, even if it is nothing.`,
  )
}

/** The new text of every file that names the version. */
export function releasedFiles(read: Read, release: Release): ReadonlyMap<string, string> {
  const { version, date, packages } = release
  const manifests = packages.map(name => `packages/${name}/package.json`)
  const ours = new Set(manifests.map(path => (JSON.parse(read(path)) as Manifest).name))
  const images = ['deploy/kubernetes/deployment.yaml', 'deploy/helm/cairn/values.yaml']
  const chart = 'deploy/helm/cairn/Chart.yaml'
  return new Map([
    ...['package.json', EXAMPLE, ...manifests].map(
      path => [path, print(raise(JSON.parse(read(path)) as Manifest, version, ours))] as const,
    ),
    ['package-lock.json', raiseLock(read('package-lock.json'), release, ours)],
    [
      'CHANGELOG.md',
      closeUnreleased(read('CHANGELOG.md'), { mark: '##', version, title: `${version} — ${date}` }),
    ],
    ['UPGRADING.md', closeUpgrading(read('UPGRADING.md'), version)],
    ...images.map(path => [path, read(path).replace(/image: cairn:\S+/, `image: cairn:${version}`)] as const),
    [chart, read(chart).replace(/^(version|appVersion): .*$/gm, `$1: ${version}`)],
  ])
}
