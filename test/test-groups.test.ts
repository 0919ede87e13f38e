/** Test files that share a process: each is loaded when the one before it has ended, whatever became of that. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { groupTests } from '../scripts/test-groups.ts'

const root = mkdtempSync(join(tmpdir(), 'cairn-groups-'))
after(() => rmSync(root, { recursive: true }))
mkdirSync(join(root, 'test'))

const SAY = `import { after, it } from 'node:test'
const say = text => process._rawDebug(text)`

const FILES = {
  'test/first.test.mjs': `${SAY}
    say('load first'); after(() => say('close first')); it('passes', () => say('run first')); it('fails', () => { throw new Error() })`,
  'test/second.test.mjs': `${SAY}
    say('load second'); throw new Error('cannot be loaded')`,
  'test/third.test.mjs': `${SAY}
    say('load third'); await new Promise(done => setTimeout(done, 20)); after(() => say('close third')); it('passes', () => say('run third'))`,
}

it('each is loaded, run and closed before the next', () => {
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text)
  const groups = groupTests(root, Object.keys(FILES))
  try {
    assert.equal(groups.files.length, 1)
    const run = spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), groups.files[0] ?? ''], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })
    assert.deepEqual(run.stderr.trim().split('\n'), [
      'load first',
      'run first',
      'close first',
      'load second',
      'load third',
      'run third',
      'close third',
    ])
    assert.equal(run.status, 1)
    assert.match(run.stdout, /^# tests 3$/m)
    assert.match(run.stdout, /^# pass 2$/m)
  } finally {
    groups.remove()
  }
})
