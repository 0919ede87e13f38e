import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileTemplate, type Template } from '@cairn-ehr/openehr/template'
import fc from 'fast-check'
import { bloodPressureOpt } from '../../../../../test/records.ts'
import { corpusMissing } from '../../../../openehr/fixtures/corpus.ts'
import { satisfiable } from '../../../../openehr/test/random-instances.ts'
import type { Definition, LabelledPath } from '../model.ts'
import { checkDatamap } from './compile.ts'
import { suggestDefinition } from './suggest.ts'

/** One slip of the keyboard: something put in the place of up to three characters. */
const slip = fc.record({
  at: fc.nat(200),
  cut: fc.nat(3),
  put: fc.constantFrom('', 'x', '/', '[', ']', "'", '1', '.'),
})

const withSlip = (text: string, { at, cut, put }: { at: number; cut: number; put: string }): string => {
  const place = at % (text.length + 1)
  return `${text.slice(0, place)}${put}${text.slice(place + cut)}`
}

const isGroup = ({ add }: LabelledPath): boolean => add.endsWith('._root')
const groupOf = (add: string): string => add.replace(/\._root$/, '')

/** Rows that were picked, with the groups that they belong to. */
function withGroups(paths: readonly LabelledPath[], picked: ReadonlySet<number>): readonly LabelledPath[] {
  const values = paths.filter((row, at) => !isGroup(row) && picked.has(at))
  return paths.filter(
    row =>
      values.includes(row) ||
      (isGroup(row) && values.some(({ add }) => add.startsWith(`${groupOf(row.add)}.`))),
  )
}

function holds(template: Template, runs: number): void {
  const { template: id, paths } = suggestDefinition(template)
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(paths.length - 1), { minLength: 1, maxLength: 30 }), picked => {
      const some: Definition = { template: id, paths: withGroups(paths, new Set([...picked, 0])) }
      const { findings, datamap } = checkDatamap(some, template)
      assert.deepEqual(findings, [])
      assert.ok(datamap.columns.length > 0)
    }),
    { numRuns: runs },
  )
  const top = paths.filter(({ add }) => !add.includes('.'))
  fc.assert(
    fc.property(fc.nat(top.length - 1), slip, (at, made) => {
      const path = withSlip(top[at]?.path ?? '', made)
      for (const { code, expected } of checkDatamap({ template: id, paths: [{ add: 'x', path }] }, template)
        .findings) {
        assert.match(code, /^datamap\./)
        if (expected === undefined) continue
        const mended = checkDatamap(
          { template: id, paths: [{ add: 'x', path: expected }] },
          template,
        ).findings
        assert.ok(!mended.some(finding => finding.code === 'datamap.path.unknown'), `${path} → ${expected}`)
      }
    }),
    { numRuns: runs },
  )
}

describe('any part of a suggestion is a datamap, and what is told to be the nearest path is one', () => {
  it('of a small template', () => holds(compileTemplate(bloodPressureOpt()), 300))

  it('of templates of the corpus', { skip: corpusMissing }, () => {
    for (const { template } of satisfiable(40_000))
      if (template.definition.rmType === 'COMPOSITION') holds(template, 10)
  })
})
