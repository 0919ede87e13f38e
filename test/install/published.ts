/** The packages as they would be published. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly engines: unknown
  readonly repository: { readonly url: string; readonly directory: string }
  readonly files: readonly string[]
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>
  readonly publishConfig: { readonly access: string }
}

export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest

export const PACKAGES = readdirSync(join(ROOT, 'packages')).sort()

/** The addresses inside a package that others can import, leaving out the sources, which are for this workspace alone. */
export const exportedFiles = ({ exports, bin = {} }: Manifest): string[] =>
  [
    ...Object.values(exports).flatMap(target =>
      typeof target === 'string'
        ? [target]
        : Object.entries(target).flatMap(([condition, file]) => (condition === 'cairn-source' ? [] : [file])),
    ),
    ...Object.values(bin),
  ].map(file => file.replace(/^\.\//, ''))

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** Packs a package into a folder; returns the tarball and the files in it. */
export function pack(
  name: string,
  folder: string,
): { readonly tarball: string; readonly files: readonly string[] } {
  const args = [
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    folder,
    '--workspace',
    `packages/${name}`,
  ]
  const printed = execFileSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed] = Object.values(JSON.parse(printed) as Record<string, Packed>)
  if (!packed) throw new Error(`npm packed nothing of ${name}`)
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) }
}

/** Copies the files that a clean checkout has. */
export function checkOut(target: string): void {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  for (const file of listed.split('\0').filter(each => each !== '' && existsSync(join(ROOT, each)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    cpSync(join(ROOT, file), join(target, file))
  }
}
