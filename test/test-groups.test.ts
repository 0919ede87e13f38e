/** Test files that share a process: each is loaded when the one before it has ended, whatever became of that. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { groupTests } from '../scripts/test-groups.ts'
import { CAN_SHARE_A_PROCESS } from '../scripts/test-turns.ts'

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

const skip = !CAN_SHARE_A_PROCESS && 'with this engine each file has a process of its own'

it('each is loaded, run and closed before the next', { skip }, () => {
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text)
  const groups = groupTests(root, Object.keys(FILES))
  try {
    assert.equal(groups.files.length, 1)
    const options = ['--import', import.meta.resolve('tsx'), '--test-reporter=tap']
    const run = spawnSync(process.execPath, [...options, groups.files[0] ?? ''], {
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
    const results = run.stdout.match(/(?:not )?ok \d+ - (?:passes|fails)/g)
    assert.deepEqual(results, ['ok 1 - passes', 'not ok 2 - fails', 'ok 1 - passes'])
    assert.match(run.stdout, /not ok \d+ - test\/second/)
  } finally {
    groups.remove()
  }
})
