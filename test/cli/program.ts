/** The `cairn` command as it is shipped, run as a person types it. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { BUILT_VARIABLE } from '../http/program.ts'
import type { RunningServer } from '../server.ts'

export const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/cairn.cjs', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Typed {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  /** Ends the program by SIGKILL. */
  readonly killed?: AbortSignal
}

/** A folder of its own for a test file: its configuration, and files that it writes. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-cli-'))
  after(() => rmSync(folder, { recursive: true }))
  return folder
}

const SOURCE = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

/** The arguments by which Node runs `cairn`: as it is shipped where the build is that of the sources, else from them. */
export const cairnProgram = (): readonly string[] =>
  process.env[BUILT_VARIABLE] === undefined
    ? ['--import', import.meta.resolve('tsx'), '--conditions=cairn-source', SOURCE]
    : [PROGRAM]

/** Runs `cairn <args>` with these settings and no others. */
export function cairnIn(folder: string, settings: Readonly<Record<string, string>>) {
  return (args: readonly string[], { input = '', env = {}, killed }: Typed = {}): Promise<Ended> =>
    new Promise((done, failed) => {
      const { PATH = '' } = process.env
      const child = spawn(process.execPath, [...cairnProgram(), ...args], {
        cwd: folder,
        env: { PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), ...settings, ...env },
      })
      killed?.addEventListener('abort', () => child.kill('SIGKILL'))
      let [out, err] = ['', '']
      child.stdout.on('data', data => {
        out += data
      })
      child.stderr.on('data', data => {
        err += data
      })
      child.on('error', failed)
      child.on('close', code => done({ code, out, err }))
      child.stdin.on('error', () => {})
      child.stdin.end(input)
    })
}

export const settingsOf = ({ url, client }: RunningServer) => ({
  CAIRN_SERVER_URL: url,
  CAIRN_CLIENT_ID: client.id,
  CAIRN_CLIENT_SECRET: client.secret,
})
