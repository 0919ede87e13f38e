/** The commands of a page in one shell, typed as they stand: each must succeed. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROGRAM } from '../cli/program.ts'
import { type Block, ROOT } from './pages.ts'

const MARK = '--- next block ---'

/** A `cairn` and an `npx cairn` on the path, and packages of ours that programs of the page import. */
export function prepareFolder(folder: string): void {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const write = (name: string, text: string) => {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  write('cairn', `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`)
  write('npx', '#!/bin/sh\nexec "$@"\n')
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

export interface Typed {
  readonly code: number | null
  /** The output of each block, to both outputs. */
  readonly outputs: readonly string[]
}

export function typeBlocks(
  blocks: readonly Block[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Typed> {
  const script = blocks.map(({ text }) => `${text}\necho; echo '${MARK}'`).join('\n')
  const { PATH = '' } = process.env
  const child = spawn('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${script}`], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${PATH}`,
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', data => {
    out += data
  })
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', code => done({ code, outputs: out.split(MARK) }))
  })
}
