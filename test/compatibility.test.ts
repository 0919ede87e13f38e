/** Holds docs/reference/compatibility.md to the tests that it names. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const at = (path: string) => new URL(`../${path}`, import.meta.url)
const page = readFileSync(at('docs/reference/compatibility.md'), 'utf8')

/** Cells of a row; a bar that belongs to a cell is escaped. */
const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map(cell => cell.trim())

const rows = page
  .split('\n')
  .filter(line => line.startsWith('|') && !line.startsWith('|---'))
  .map(cellsOf)
  .filter(cells => cells.at(-1) !== 'shown by')

describe('docs/reference/compatibility.md', () => {
  it('has rows', () => assert.ok(rows.length > 30, String(rows.length)))

  for (const [what = '', does = '', shown = '', ...more] of rows)
    it(`names a test for: ${what}`, () => {
      assert.deepEqual(more, [], 'a row has three cells')
      assert.ok(does.length > 0)
      const [, file, title] = /^`((?:test|packages)\/[\w./-]+\.test\.ts)`: (\S.*)$/.exec(shown) ?? []
      assert.ok(file !== undefined && title !== undefined, `the last cell is \`file\`: title, not "${shown}"`)
      assert.ok(existsSync(at(file)), `there is no ${file}`)
      const source = readFileSync(at(file), 'utf8')
      assert.ok(source.includes(title.replaceAll('\\`', '`')), `${file} has no test "${title}"`)
    })
})
