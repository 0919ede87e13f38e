/** The public cases of FHIRconnect in both directions: each is equal, or differs for a reason that is written down. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { corpusMissing } from '../../openehr/fixtures/corpus.ts'
import { casesPage } from './cases-page.ts'
import { isDisputed, JUDGED } from './judgements.ts'
import { outcomes } from './run-cases.ts'

describe('the public cases', { skip: corpusMissing }, () => {
  const all = corpusMissing ? [] : outcomes()

  it('are equal, or judged', () => {
    const open = all.filter(({ differences, judged }) => differences.length > 0 && judged.length === 0)
    assert.deepEqual(open, [])
  })

  it('are judged only where they differ', () => {
    const idle = all.filter(({ differences, judged }) => differences.length === 0 && judged.length > 0)
    assert.deepEqual(idle, [])
    const judgements = Object.values(JUDGED).flatMap(each => Object.keys(each)).length
    assert.equal(all.filter(({ judged }) => judged.length > 0).length, judgements)
  })

  it('are equal in nine of ten undisputed cases', () => {
    const undisputed = all.filter(({ judged }) => !isDisputed(judged))
    const equal = undisputed.filter(({ differences }) => differences.length === 0)
    assert.ok(equal.length >= undisputed.length * 0.9, `${equal.length} of ${undisputed.length}`)
    assert.ok(undisputed.length >= all.length * 0.7, `${undisputed.length} of ${all.length} are undisputed`)
  })

  it('are listed in docs/fhir/cases.md', () => {
    const file = new URL('../../../docs/fhir/cases.md', import.meta.url)
    if (process.env['CAIRN_ACCEPT'] === '1') writeFileSync(file, casesPage(all))
    assert.equal(readFileSync(file, 'utf8'), casesPage(all))
  })
})
