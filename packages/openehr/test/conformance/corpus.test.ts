import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CorpusInstance, corpusBytes, corpusIndex, corpusMissing } from '../../fixtures/corpus.ts'
import { parseJson, readXml } from '../../src/format/index.ts'
import { Problem } from '../../src/problem.ts'
import type { RmObject } from '../../src/rm/index.ts'
import { compileTemplate } from '../../src/template/index.ts'
import { compileValidator, type Validator, type Violation } from '../../src/validate/index.ts'
import { ACCEPTED, INVALID } from './corpus-invalid.ts'

const validators = new Map<string, Validator | undefined>()

/** Nothing for the OPTs that are broken on purpose. */
const validatorOf = (opt: string): Validator | undefined => {
  if (!validators.has(opt))
    validators.set(
      opt,
      orNothing(() => compileValidator(compileTemplate(corpusBytes(opt)))),
    )
  return validators.get(opt)
}

const orNothing = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch (problem) {
    if (problem instanceof Problem) return undefined
    throw problem
  }
}

const read = ({ file, format }: CorpusInstance): RmObject => {
  const bytes = corpusBytes(file)
  const document = (format === 'canonical-json' ? parseJson(bytes) : readXml(bytes)) as RmObject
  return document._type === 'ORIGINAL_VERSION' ? (document['data'] as RmObject) : document
}

/** The rules that an instance breaks. Several OPTs may have its template id: the kindest counts. */
const verdict = (instance: CorpusInstance): string => {
  const document = orNothing(() => read(instance))
  if (document === undefined) return 'unreadable'
  const verdicts = instance.opt.flatMap((opt): readonly (readonly Violation[])[] => {
    const validate = validatorOf(opt)
    return validate === undefined ? [] : [validate(document)]
  })
  const [kindest] = verdicts.sort((a, b) => a.length - b.length)
  if (kindest === undefined) return 'no template'
  return [...new Set(kindest.map(({ code }) => code))].sort().join(' ')
}

const instances = (): readonly CorpusInstance[] =>
  corpusIndex().instances.filter(({ format, opt }) => format.startsWith('canonical') && opt.length > 0)

const invalid = new Map(Object.values(INVALID).flatMap(files => Object.entries(files)))

describe('the corpus', { skip: corpusMissing }, () => {
  test('has 338 canonical compositions with their template, 237 of them valid', () => {
    const all = instances()
    assert.equal(all.length, 338)
    assert.equal(all.filter(({ file }) => !invalid.has(file)).length, 237)
  })

  test('validates as its names say, but for those listed with a reason', () => {
    const wrong = instances().flatMap(instance => {
      const [found, expected] = [verdict(instance), invalid.get(instance.file) ?? '']
      return found === expected ? [] : [`${instance.file}: expected <${expected}>, found <${found}>`]
    })
    assert.deepEqual(wrong, [])
  })

  test('accepts nothing that is called invalid, but for those listed with a reason', () => {
    const called = instances().filter(({ file }) =>
      /invalid|wrong|non_existing/i.test(file.split('/').at(-1) ?? ''),
    )
    const accepted = called.map(({ file }) => file).filter(file => !invalid.has(file))
    assert.deepEqual(accepted.sort(), Object.values(ACCEPTED).flat().sort())
  })
})
