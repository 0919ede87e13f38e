/** Asks a server of its own, over an empty database, for the API description. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ApiDocument } from './document.ts'

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))

function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((done, failed) => {
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => done(port))
    })
  })
}

export async function describeApi(): Promise<ApiDocument> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-docs-'))
  const port = await freePort()
  const child = spawn(process.execPath, [...process.execArgv, MAIN, 'serve'], {
    env: { ...process.env, CAIRN_PORT: String(port), CAIRN_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(done => child.once('close', () => done()))
  try {
    await new Promise<void>((done, failed) => {
      child.stdout.on('data', (data: Buffer) => data.includes('"msg":"ready"') && done())
      void ended.then(() => failed(new Error('The server ended before it was ready.')))
    })
    const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`)
    return (await answer.json()) as ApiDocument
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
