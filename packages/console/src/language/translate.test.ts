import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TEXTS } from './texts.ts'
import { translate } from './translate.ts'

describe('the table of texts', () => {
  it('has each text once', () => {
    const keys = TEXTS.map(([english]) => english)
    assert.deepEqual(
      keys.filter((key, index) => keys.indexOf(key) !== index),
      [],
    )
  })

  it('has a text in every language, with the same values', () => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
    for (const row of TEXTS) {
      assert.equal(row.length, 4, row[0])
      for (const text of row) {
        assert.notEqual(text.trim(), '', row[0])
        assert.deepEqual(names(text), names(row[0]), text)
      }
    }
  })

  it('fills in values', () => {
    assert.equal(translate('en', '{count} rows', { count: 3 }), '3 rows')
    assert.equal(translate('de', '{count} rows', { count: 3 }), '3 Zeilen')
  })
})
