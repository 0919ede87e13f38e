/** Packs all packages into one folder, from which they can be installed without a registry. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

interface Packed {
  readonly filename: string
}

/** Returns the lines that say what there is and how it is installed. */
export function packPackages(root: string, packages: readonly string[]): string {
  const folder = join(root, 'release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const workspaces = packages.flatMap(name => ['--workspace', `packages/${name}`])
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...workspaces]
  const packed = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' })) as readonly Packed[]
  const files = packed.map(({ filename }) => `  ${filename}`)
  return [
    `The packages are in ${folder}:`,
    ...files,
    'To install them into an empty folder, and start:',
    `  npm install ${folder}/*.tgz && npx cairn serve`,
    'To publish them:',
    `  for package in ${folder}/*.tgz; do npm publish "$package"; done`,
    '',
  ].join('\n')
}
