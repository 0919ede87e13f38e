import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cutEhr, splitRows } from './split-rows.ts'

describe('printed rows', () => {
  it('are cut into the texts of each', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.jsonValue())), rows => {
        const texts = rows.map(row => JSON.stringify(row))
        assert.deepEqual(splitRows(texts.join()), texts)
      }),
    )
  })

  it('lose the EHR at their end', () => {
    const ehrId = '00000000-0000-4000-8000-000000000001'
    assert.deepEqual(cutEhr(`[1,"a","${ehrId}"]`), { json: '[1,"a"]', ehrId })
  })
})
