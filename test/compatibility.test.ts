/** Holds the tables behind docs/reference/compatibility.md to the tests that they name. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { COMPATIBILITY } from './compatibility/index.ts'

const at = (path: string) => new URL(`../${path}`, import.meta.url)
const tables = COMPATIBILITY.flatMap(part => part.tables)

describe('the tables of compatibility', () => {
  it('have cases, each idiom once in its table', () => {
    for (const { heading = '', cases } of tables) {
      const idioms = cases.map(({ idiom }) => idiom)
      assert.ok(idioms.length > 0, heading)
      assert.deepEqual(idioms, [...new Set(idioms)], heading)
    }
  })

  for (const table of tables)
    if (table.runBy !== undefined) {
      const { runBy, cases } = table
      it(`are run by ${runBy}`, () => {
        assert.ok(existsSync(at(runBy)))
        for (const { idiom, example = '' } of cases) assert.notEqual(example, '', idiom)
      })
    } else
      for (const { idiom, shownBy } of table.cases)
        it(`name a test for: ${idiom}`, () => {
          const [file, title] = shownBy
          assert.ok(existsSync(at(file)), `there is no ${file}`)
          assert.ok(readFileSync(at(file), 'utf8').includes(title), `${file} has no test "${title}"`)
        })
})
