/** `npm start` as an operator or a supervisor stops it: what is sent to npm reaches the server. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testDatabase } from '../database.ts'
import { freePort } from '../server.ts'
import { notBuilt } from './program.ts'

const { url } = await testDatabase()
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A server that outlived npm would hold the pipe open, and with it this process. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

/** Without `prestart`, which would build. */
function npmStart(port: number) {
  const child = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      CAIRN_PORT: String(port),
      CAIRN_DATABASE_URL: url,
      CAIRN_SECRET_KEY: 'a secret key that is long enough for a test',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that the server goes too when the test fails.
    detached: true,
  })
  after(() => endGroup(child))
  let output = ''
  const says = (text: string) =>
    new Promise<void>((done, failed) => {
      const look = () => output.includes(text) && done()
      child.stdout.on('data', look)
      // Both npm and the server have this output: it ends when the last of them does.
      child.stdout.on('close', () => failed(new Error(`it ended without saying ${text}: ${output}`)))
      look()
    })
  child.stdout.on('data', data => {
    output += data
  })
  const ended = new Promise<void>(done => child.stdout.on('close', () => done()))
  return { child, says, ended }
}

describe('npm start', { skip: notBuilt }, () => {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    it(`${signal} to npm stops the server cleanly`, { timeout: 120_000 }, async () => {
      const port = await freePort()
      const npm = npmStart(port)
      await npm.says('"msg":"ready"')
      npm.child.kill(signal)
      await npm.says('"msg":"stopped"')
      await npm.ended
      await assert.rejects(fetch(`http://127.0.0.1:${port}/health/live`))
    })
})

describe('an ordinary start', () => {
  it('with few open files allowed starts, or says what it needs', { skip: notBuilt }, async () => {
    const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))
    for (const limit of [32, 64, 128, 192]) {
      const child = spawn('sh', ['-c', `ulimit -n ${limit}; exec "$0" "$1" config`, process.execPath, main], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', data => {
        said += data
      })
      const code = await new Promise(done => child.on('close', done))
      if (code !== 0)
        assert.match(said, new RegExp(`^Cairn cannot start: .* only ${limit} files\\. .*ulimit -n 1024.*\n$`))
      else assert.equal(limit > 32, true)
    }
  })
})
