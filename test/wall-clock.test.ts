/** No test of `npm test` measures time: on a busy machine it would fail for a reason that is not in the code. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSources, type Sources } from './imports.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A point in time that something can be measured from. The difference to a stored time (`stamp - Date.now()`) is none, nor is a time that long ago. */
const STOPWATCH = /performance\.now\(|process\.hrtime|Date\.now\(\) - (?!\d|[A-Z]+\b|\w+ \* )/

const OWN = 'test/wall-clock.test.ts'

const measuring = (sources: Sources): string[] =>
  [...sources]
    .filter(([file]) => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts') && file !== OWN)
    .filter(([, text]) => STOPWATCH.test(text))
    .map(([file]) => file)

describe('time is measured', () => {
  it('in benchmarks and in long tests only: see test/eventually.ts and processorSeconds', () => {
    assert.deepEqual(measuring(readSources(ROOT, ['packages', 'test'])), [])
  })

  const planted: [text: string, isFound: boolean][] = [
    ['const start = performance.now()', true],
    ['assert.ok(Date.now() - start < 500)', true],
    ['const start = process.hrtime.bigint()', true],
    ['assert.ok(Math.abs(Date.parse(stamp) - Date.now()) < 60_000)', false],
    ['const server = await testServer({ now: Date.now })', false],
    ['clock.now = Date.now() - 3 * HOUR', false],
    ['clock.now = Date.now() - hours * HOUR', false],
  ]
  for (const [text, isFound] of planted)
    it(`${isFound ? 'finds' : 'allows'} ${text}`, () => {
      assert.equal(measuring(new Map([['test/x.test.ts', text]])).length === 1, isFound)
      assert.deepEqual(measuring(new Map([['test/x.long.test.ts', text]])), [])
    })
})
