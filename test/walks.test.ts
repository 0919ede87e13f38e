/** Holds the walks in ARCHITECTURE.md to the sources: every file is there, and no walk gets longer than it was. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const ROOT = new URL('..', import.meta.url)
const text = readFileSync(new URL('ARCHITECTURE.md', ROOT), 'utf8')
const [, section = ''] = text.split('## The walks of five values\n')
const walks = [...(section.split('\n## ')[0] ?? '').matchAll(/^\*\*(.+?)\*\*.*\n((?:\d+\. .*\n)+)/gm)]

/** Most files of each walk. */
const LIMITS: Readonly<Record<string, number>> = {
  'The body of a commit': 15,
  '`version_at_time`': 3,
  '`ehr_id`': 3,
  'An AQL text': 14,
  '`order_by`': 6,
}

describe('the walks of five values', () => {
  it('are told', () => {
    assert.deepEqual(walks.map(([, name]) => name).sort(), Object.keys(LIMITS).sort())
  })

  for (const [, name = '', steps = ''] of walks)
    it(name, () => {
      const files = [...steps.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)
      assert.ok(files.length > 0 && files.length <= (LIMITS[name] ?? 0), `${files.length} files`)
      for (const file of files) assert.ok(existsSync(new URL(`packages/server/src/${file}`, ROOT)), file)
    })
})
