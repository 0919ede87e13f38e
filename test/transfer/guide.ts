/** The commands of docs/guides/backup.md, run as they stand there. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM } from '../cli/program.ts'

const PAGE = readFileSync(new URL('../../docs/guides/backup.md', import.meta.url), 'utf8')

/** The block of this name: "```sh name". */
function blockOf(name: string): string {
  const found = new RegExp(`^\`\`\`sh ${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(PAGE)?.[1]
  if (found === undefined) throw new Error(`docs/guides/backup.md has no block "${name}"`)
  return found
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

/** Runs blocks in a folder, with a `cairn` on the path, as a person would in a shell. */
export function guideIn(folder: string, env: Readonly<Record<string, string>>, user: User = {}) {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'cairn'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`)
  chmodSync(join(bin, 'cairn'), 0o755)
  const { PATH = '' } = process.env
  return (name: string, more: Readonly<Record<string, string>> = {}): Promise<Ran> =>
    new Promise((done, failed) => {
      const child = spawn('bash', ['-euo', 'pipefail', '-c', blockOf(name)], {
        cwd: folder,
        env: {
          PATH: `${bin}:${PATH}`,
          HOME: folder,
          XDG_CONFIG_HOME: join(folder, 'config'),
          ...env,
          ...more,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
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
    })
}
