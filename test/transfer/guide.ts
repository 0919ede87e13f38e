/** Named blocks of a page, run one by one as they stand there. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { blocksOf, readPage } from '../site/pages.ts'
import { prepareFolder } from '../site/shell.ts'

/** The block of this name: "```sh name". */
function blockOf(page: string, name: string): string {
  const found = blocksOf(readPage(page)).find(block => block.language === 'sh' && block.name === name)
  if (found === undefined) throw new Error(`${page} has no block "${name}"`)
  return found.text
}

export interface Ran {
  readonly code: number | null
  readonly out: string
}

/** Another user than the one who runs the test: PostgreSQL does not run as root. */
export interface User {
  readonly uid?: number
  readonly gid?: number
}

export interface GuideOptions {
  /** From the root of the repository. */
  readonly page: string
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly user?: User
}

/** Runs blocks in a folder, with a `cairn` on the path, as a person would in a shell; `input` is typed in. */
export function guideIn({ page, folder, env, user = {} }: GuideOptions) {
  prepareFolder(folder)
  const { PATH = '' } = process.env
  return (name: string, more: Readonly<Record<string, string>> = {}, input = ''): Promise<Ran> =>
    new Promise((done, failed) => {
      // Without its start-up file, which bash reads where it takes a pipe for a connection from elsewhere.
      const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', blockOf(page, name)], {
        cwd: folder,
        env: {
          PATH: `${join(folder, 'bin')}:${PATH}`,
          HOME: folder,
          XDG_CONFIG_HOME: join(folder, 'config'),
          ...env,
          ...more,
        },
        stdio: ['pipe', 'pipe', 'pipe'],
        ...user,
      })
      let out = ''
      child.stdout.on('data', data => {
        out += data
      })
      child.stderr.on('data', data => {
        out += data
      })
      child.on('error', failed)
      child.on('close', code => done({ code, out }))
      child.stdin.on('error', () => {})
      child.stdin.end(input)
    })
}
