import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languageOf, TEXTS } from './texts.ts'

describe('the texts of the pages', () => {
  const namesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

  it('have the same values in every language, and none is empty', () => {
    for (const [key, row] of Object.entries(TEXTS)) {
      assert.equal(row.length, 4, key)
      for (const text of row) {
        assert.notEqual(text.trim(), '', key)
        assert.deepEqual(namesIn(text), namesIn(row[0]), key)
      }
    }
  })

  const rows: [header: string | undefined, language: string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de-AT', 'de'],
    ['fr, nl;q=0.5', 'nl'],
    ['en;q=0.2,es;q=0.8', 'es'],
    ['de;q=0, en', 'en'],
    [';;;,,q=', 'en'],
  ]
  for (const [header, language] of rows)
    it(`${header}: ${language}`, () => assert.equal(languageOf(header), language))
})
