import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { TEXTS as operator } from '../operator/texts.ts'
import { CODE_TEXTS } from '../parts/code-words.ts'
import { TEXTS as api } from '../screens/api/texts.ts'
import { TEXTS as audit } from '../screens/audit/texts.ts'
import { TEXTS as breakGlass } from '../screens/break-glass/texts.ts'
import { TEXTS as clients } from '../screens/clients/texts.ts'
import { TEXTS as composition } from '../screens/composition/texts.ts'
import { TEXTS as datamaps } from '../screens/datamaps/texts.ts'
import { TEXTS as demographics } from '../screens/demographics/texts.ts'
import { TEXTS as ehr } from '../screens/ehr/texts.ts'
import { TEXTS as ehrs } from '../screens/ehrs/texts.ts'
import { TEXTS as events } from '../screens/events/texts.ts'
import { TEXTS as form } from '../screens/form/texts.ts'
import { TEXTS as jobs } from '../screens/jobs/texts.ts'
import { TEXTS as mappings } from '../screens/mappings/texts.ts'
import { TEXTS as overview } from '../screens/overview/texts.ts'
import { TEXTS as people } from '../screens/people/texts.ts'
import { TEXTS as query } from '../screens/query/texts.ts'
import { TEXTS as settings } from '../screens/settings/texts.ts'
import { TEXTS as storedQueries } from '../screens/stored-queries/texts.ts'
import { TEXTS as subscriptions } from '../screens/subscriptions/texts.ts'
import { TEXTS as system } from '../screens/system/texts.ts'
import { TEXTS as templates } from '../screens/templates/texts.ts'
import { COMMON_TEXTS } from './common-texts.ts'
import { type Language, type TextTable, textsOf } from './translate.ts'

const screens: Readonly<Record<string, TextTable>> = {
  api,
  audit,
  'break-glass': breakGlass,
  clients,
  composition,
  datamaps,
  demographics,
  ehr,
  ehrs,
  events,
  form,
  jobs,
  mappings,
  overview,
  people,
  query,
  settings,
  'stored-queries': storedQueries,
  subscriptions,
  system,
  templates,
}

const tables: readonly (readonly [name: string, table: TextTable])[] = [
  ['common', COMMON_TEXTS],
  ['operator', operator],
  ['code', CODE_TEXTS],
  ...Object.entries(screens),
]

describe('the tables of texts', () => {
  it('are all here', () => {
    const folders = readdirSync(new URL('../screens/', import.meta.url)).sort()
    assert.deepEqual(Object.keys(screens).sort(), folders)
  })

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
    const names = (text: string) => [...new Set(text.match(/(?<=\{)\w+/g))].sort()
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

  it('have a form for one thing wherever a number counts things', () => {
    const counted = /\{(?:count|shown|checked|events|versions|age)\} (?:\w+ ){0,2}\w+s\b/
    const texts = tables.flatMap(([, table]) => table.map(([english]) => english))
    assert.deepEqual(
      texts.filter(english => counted.test(english)),
      [],
    )
    assert.match('{count} rows', counted)
    assert.match('The {checked} latest records would', counted)
  })

  it('show the form that goes with the number', () => {
    const texts = textsOf(query)
    const rows = (language: Language, count: number) => texts(language, '{count} {count:row|rows}', { count })
    const shown = (['en', 'de', 'es', 'nl'] as const).map(language =>
      [0, 1, 2].map(each => rows(language, each)),
    )
    assert.deepEqual(shown, [
      ['0 rows', '1 row', '2 rows'],
      ['0 Zeilen', '1 Zeile', '2 Zeilen'],
      ['0 filas', '1 fila', '2 filas'],
      ['0 rijen', '1 rij', '2 rijen'],
    ])
  })

  it('fill in values', () => {
    const texts = textsOf(COMMON_TEXTS)
    assert.equal(texts('en', 'Signed in as {name}', { name: 'Ada' }), 'Signed in as Ada')
    assert.equal(texts('de', 'Signed in as {name}', { name: 'Ada' }), 'Angemeldet als Ada')
  })
})
