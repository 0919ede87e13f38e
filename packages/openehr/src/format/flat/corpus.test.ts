/** The public test data: every composition through FLAT and STRUCTURED and back, every FLAT and STRUCTURED file read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpusIndex, corpusMissing } from '../../../fixtures/corpus.ts'
import { candidates, jsonOf, templateOf } from '../../../test/flat/corpus-templates.ts'
import { unexplained } from '../../../test/flat/differences.ts'
import { Problem } from '../../problem.ts'
import { equal, type RmObject } from '../../rm/index.ts'
import type { Template } from '../../template/index.ts'
import { compileValidator } from '../../validate/index.ts'
import { readStructured, writeStructured } from '../structured/index.ts'
import { readFlat, writeFlat } from './index.ts'

const NOW = { now: '2026-11-15T08:00:00Z' }
const LATER = { now: '2027-01-01T00:00:00Z' }

/** Files that FLAT cannot express. */
const NOT_FLAT: Readonly<Record<string, string>> = {
  'sdk-test-data/composition/canonical_json/rawdb_composition.json':
    'is no canonical JSON: attributes are called /content[…] and classes /$CLASS$',
}

/** FLAT files that no template of the corpus takes. */
const NOT_READ: Readonly<Record<string, string>> = {
  'integration-tests/compositions/FLAT/dv_duration_max__.json':
    'gives two alternatives of one choice: time_value and interval<dv_time>_value of one element',
  'integration-tests/flat_compositions/minimal_action.en.v1.instance_structured_input_1.json':
    'is STRUCTURED beside ctx/ keys, and read as that below',
  'sdk-test-data/composition/flat/simSDT/ReSPECT.json': 'its template is not in the corpus',
}

/** FLAT files that can be read and are not valid: a part of the name, and the rules that it breaks. */
const NOT_VALID: readonly (readonly [file: string, rules: readonly string[], why: string])[] = [
  [
    'ism_invalid_current_state',
    ['C_CODE_PHRASE.code_list'],
    'wrong state for the careflow step, as its name says',
  ],
  [
    'ism_wrong_current_state',
    ['C_CODE_PHRASE.code_list'],
    'wrong state for the careflow step, as its name says',
  ],
  ['ism_missing_transition', ['C_CODE_PHRASE.code_list'], 'wrong state for the careflow step'],
  ['testcase09.v0__compo', ['occurrences.lower'], 'the text of a mandatory element is empty'],
  [
    'family_history__with_uid',
    ['HIER_OBJECT_ID.Value_valid'],
    'an id that the test around it was to replace',
  ],
  ['ehrn_family_history', ['occurrences.lower'], 'a mandatory element is missing'],
  [
    'RIPPLE_-_Conformance',
    ['C_DV_QUANTITY.precision', 'DV_MULTIMEDIA.Not_empty'],
    'decimals; a picture without data',
  ],
  ['Test_all_types_v2_2021', ['DV_MULTIMEDIA.Not_empty'], 'multimedia without data or uri'],
  ['minimal_action.en.v1_2021', ['DV_MULTIMEDIA.Not_empty'], 'multimedia without data or uri'],
  ['obs_act.en.v1_2021', ['DV_MULTIMEDIA.Not_empty'], 'multimedia without data or uri'],
  ['persistent_minimal_all_entries', ['DV_MULTIMEDIA.Not_empty'], 'multimedia without data or uri'],
  [
    'test_all_types.en.v1_2021',
    ['C_DATE.day_validity', 'DV_MULTIMEDIA.Not_empty'],
    'a day where none is allowed',
  ],
  ['minimal_action_2_2021', ['rm.mandatory'], 'an ACTION without ism_transition'],
  ['v1__full.json', ['DV_EHR_URI.Scheme_valid'], 'targets of links that are no ehr: URI'],
  [
    'minimal_admin.en.v1.instance_flat_input',
    ['C_DV_ORDINAL.list'],
    'an ordinal that does not go with its code',
  ],
  ['minimal_observation.en.v1.instance_flat_output', ['rm.mandatory'], 'no composer'],
  [
    'test_all_types.en.v1.instance_flat_output',
    ['C_DV_ORDINAL.list', 'DV_INTERVAL.Limits_consistent', 'rm.mandatory'],
    'an interval upside down, a code without rubric, an ordinal that does not go with its code',
  ],
  ['simSDT/test_all_types.json', ['C_DATE.day_validity'], 'a day where none is allowed'],
  ['corona_with_context', ['rm.mandatory'], 'an INTERVAL_EVENT without width and math_function'],
]

const instances = corpusMissing ? [] : corpusIndex().instances

test('canonical JSON → FLAT → JSON and → STRUCTURED → JSON are equal', { skip: corpusMissing }, () => {
  let equals = 0
  for (const { file, format, opt } of instances) {
    if (format !== 'canonical-json' || opt.length === 0) continue
    const template = opt.map(templateOf).find(one => one !== undefined)
    assert.ok(template, file)
    const composition: RmObject = jsonOf(file)
    const throughFlat = (): RmObject => readFlat(template, reparsed(writeFlat(template, composition)), NOW)
    if (NOT_FLAT[file] !== undefined) {
      assert.throws(throughFlat, Problem, file)
      continue
    }
    assert.ok(equal(throughFlat(), composition, 'COMPOSITION'), `FLAT: ${file}`)
    const structured = reparsed(writeStructured(template, composition))
    assert.ok(
      equal(readStructured(template, structured, NOW), composition, 'COMPOSITION'),
      `STRUCTURED: ${file}`,
    )
    equals++
  }
  assert.equal(equals, 235)
})

const reparsed = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>

interface Read {
  readonly template: Template
  readonly composition: RmObject
  readonly rules: readonly string[]
  /** Paths of attributes that got a default of forms. */
  readonly filled: readonly string[]
}

const validators = new WeakMap<Template, ReturnType<typeof compileValidator>>()

function validatorOf(template: Template): ReturnType<typeof compileValidator> {
  const known = validators.get(template) ?? compileValidator(template)
  validators.set(template, known)
  return known
}

/** Read with the template that leaves the fewest violations, for the file does not name its own. */
function bestReading(
  given: Readonly<Record<string, unknown>>,
  templates: Iterable<Template>,
  read: typeof readFlat,
): Read | undefined {
  let best: Read | undefined
  for (const template of templates) {
    let composition: RmObject
    const filled: string[] = []
    const warn = (warning: string) => filled.push(/^(\S+) is not given/.exec(warning)?.[1] ?? '')
    try {
      composition = read(template, given, { ...NOW, warn })
    } catch (thrown) {
      if (thrown instanceof Problem) continue
      throw thrown
    }
    const rules = validatorOf(template)(composition).map(({ code }) => code)
    if (best === undefined || rules.length < best.rules.length)
      best = { template, composition, rules, filled }
    if (best.rules.length === 0) break
  }
  return best
}

test('every FLAT file is read, valid, and written with the same keys, or there is a reason', {
  skip: corpusMissing,
}, () => {
  const counts = { valid: 0, invalid: 0, refused: 0 }
  for (const instance of instances) {
    if (instance.format !== 'flat') continue
    const { file } = instance
    const given = jsonOf(file)
    const read = bestReading(given, candidates(instance, Object.keys(given)), readFlat)
    assert.equal(read === undefined, NOT_READ[file] !== undefined, file)
    if (read === undefined) {
      counts.refused++
      continue
    }
    const reason = read.rules.length === 0 ? undefined : NOT_VALID.find(([name]) => file.includes(name))
    assert.deepEqual([...new Set(read.rules)].sort(), reason?.[1] ?? [], file)
    counts[reason === undefined ? 'valid' : 'invalid']++
    const written = writeFlat(read.template, read.composition)
    const isFilled = (key: string) => read.filled.some(path => key.startsWith(`+ ${path}`))
    assert.deepEqual(
      unexplained(given, written).filter(key => !isFilled(key)),
      [],
      file,
    )
    assert.ok(equal(readFlat(read.template, written, LATER), read.composition, 'COMPOSITION'), file)
  }
  assert.deepEqual(counts, { valid: 135, invalid: 37, refused: 3 })
})

test('every STRUCTURED file is read, and written again says the same', { skip: corpusMissing }, () => {
  let files = 0
  for (const instance of instances) {
    const { file, format } = instance
    if (format !== 'structured' && !file.includes('structured_input')) continue
    const given = jsonOf(file)
    const read = bestReading(given, candidates(instance, Object.keys(given)), readStructured)
    assert.ok(read, file)
    const written = reparsed(writeStructured(read.template, read.composition))
    assert.ok(equal(readStructured(read.template, written, LATER), read.composition, 'COMPOSITION'), file)
    files++
  }
  assert.equal(files, 9)
})
