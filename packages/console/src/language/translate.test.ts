import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { COMMON_TEXTS } from './common-texts.ts'
import { type TextTable, textsOf } from './translate.ts'

const SCREENS = new URL('../screens/', import.meta.url)

const tables: (readonly [name: string, table: TextTable])[] = [['common', COMMON_TEXTS]]
for (const file of readdirSync(SCREENS, { recursive: true, encoding: 'utf8' }).sort())
  if (/(^|\/)texts\.ts$/.test(file)) {
    const { TEXTS } = (await import(new URL(file, SCREENS).href)) as { TEXTS: TextTable }
    tables.push([file, TEXTS])
  }

describe('the tables of texts', () => {
  it('have each text once, and none that is common', () => {
    const common = new Set<string>(COMMON_TEXTS.map(([english]) => english))
    for (const [name, table] of tables) {
      const keys = table.map(([english]) => english)
      const repeated = keys.filter(
        (key, index) => keys.indexOf(key) !== index || (name !== 'common' && common.has(key)),
      )
      assert.deepEqual(repeated, [], name)
    }
  })

  it('have a text in every language, with the same values', () => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
    for (const row of tables.flatMap(([, table]) => table)) {
      assert.equal(row.length, 4, row[0])
      for (const text of row) {
        assert.notEqual(text.trim(), '', row[0])
        assert.deepEqual(names(text), names(row[0]), text)
      }
    }
  })

  it('say the same thing in the same words on every screen', () => {
    const seen = new Map<string, string>()
    for (const row of tables.flatMap(([, table]) => table)) {
      const text = row.join('\n')
      assert.equal(seen.get(row[0]) ?? text, text)
      seen.set(row[0], text)
    }
  })

  it('fill in values', () => {
    const texts = textsOf(COMMON_TEXTS)
    assert.equal(texts('en', 'Signed in as {name}', { name: 'Ada' }), 'Signed in as Ada')
    assert.equal(texts('de', 'Signed in as {name}', { name: 'Ada' }), 'Angemeldet als Ada')
  })
})
