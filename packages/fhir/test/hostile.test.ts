/** Mapping files that are wrong or made to harm: refused with file and line, or ended at a limit. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  checkContext,
  FhirProblem,
  MAPPING_LIMITS,
  mappedElements,
  type Resource,
  readMappingFile,
  toFhir,
  toOpenehr,
} from '../src/index.ts'
import { contextOf, demoTemplate, head, messages } from './demo.ts'

const problems = demoTemplate('problem-list')
const OPTIONS = { now: '2026-01-01T00:00:00Z', territory: 'NL' }
const HEAD = head('EVALUATION.problem_diagnosis.v1', 'EVALUATION.problem_diagnosis.v1', 'Condition')
const faults = (text: string): readonly string[] => messages(readMappingFile('a.yml', text).findings)

describe('a file that is wrong', () => {
  it('is reported with its line', () => {
    const text = `${HEAD}mappings:
  - name: "a"
    with: { fhir: "$resouce.note", openehr: "$archetype/data[at0001" }
    fhirCondition: { targetRoot: "$resource", operator: "like" }
    colour: red
  - with: { fhir: "note.exists()" }
`
    assert.deepEqual(faults(text), [
      '14: The mapping "a" has the unknown key "colour"',
      '12: The FHIR path "$resouce.note" starts with $resouce, which is not $resource or $fhirRoot',
      `12: The openEHR path "$archetype/data[at0001" is malformed: Path data[at0001: ']', and or or expected at column 12, the end found`,
      '13: The operator "like" is not one of: one of, not of, empty, not empty, type',
      '15: The mapping has no name',
      '15: The function exists() in the FHIR path "note.exists()" cannot be mapped: use as, ofType, where, extension, resolve, first or last',
    ])
  })
  it('has no operator or start of a path by a name that every object of JavaScript has', () => {
    const text = `${HEAD}mappings:
  - name: "a"
    with: { fhir: "$resource.note", openehr: "$constructor/data[at0001]" }
    fhirCondition: { targetRoot: "$resource", operator: "constructor" }
`
    assert.deepEqual(faults(text), [
      '12: The openEHR path "$constructor/data[at0001]" starts with $constructor, which is not $archetype, $composition, $openehrRoot or $reference',
      '13: The operator "constructor" is not one of: one of, not of, empty, not empty, type',
    ])
  })
  it('has a head', () =>
    assert.deepEqual(faults('type: model'), [
      '1: The key "grammar" is missing',
      '1: The key "metadata.name" is missing',
      '1: The key "spec.openEhrConfig.archetype" is missing',
    ]))
  it('is YAML', () => assert.equal(faults('a: [').length > 0, true))
  it('is not too long', () =>
    assert.deepEqual(faults(' '.repeat(MAPPING_LIMITS.characters + 1)), [
      `1: The file is longer than ${MAPPING_LIMITS.characters} characters`,
    ]))
  it('that is no YAML at all is answered with its first faults', () => {
    for (const character of ['[', ']']) {
      const text = character.repeat(MAPPING_LIMITS.characters / character.length)
      const found = faults(text)
      assert.equal(found.length > 0 && found.length <= 25, true, `${character}: ${found.length} faults`)
      assert.doesNotMatch(found.join(), /call stack/)
    }
  })
  it('is not nested too deep', () => {
    const nested = (depth: number): string =>
      depth === 0
        ? '[]'
        : `[{ name: "a", with: { fhir: "x" }, followedBy: { mappings: ${nested(depth - 1)} } }]`
    assert.match(
      faults(`${HEAD}mappings: ${nested(MAPPING_LIMITS.depth + 5)}`)[0] ?? '',
      /nested deeper than/,
    )
  })
  it('does not grow by aliases', () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) =>
        `a${at}: &a${at} [${Array(10)
          .fill(at === 0 ? '1' : `*a${at - 1}`)
          .join(', ')}]`,
    )
    assert.equal(faults(levels.join('\n')).length > 0, true)
  })
})

describe('a context', () => {
  it('is told which of its paths lead nowhere', () => {
    const mappings = contextOf('Problem list', [
      `${HEAD}mappings:
  - name: "a"
    with: { fhir: "$resource.nothing", openehr: "$archetype/data[at0001]/items[at0069]" }
  - name: "b"
    with: { fhir: "$resource.note.text", openehr: "$archetype/data[at0001]/items[at9999]" }
`,
    ])
    assert.deepEqual(messages(checkContext(mappings, problems)), [
      '11: The FHIR path "$resource.nothing" leads nowhere in R4 from Condition',
      '13: The openEHR path "$archetype/data[at0001]/items[at9999]" leads nowhere in the template',
    ])
  })
})

describe('a run', () => {
  const loop = contextOf('Problem list', [
    `${HEAD}mappings:
  - name: "again"
    with: { fhir: "$resource", openehr: "$archetype" }
    slotArchetype: "EVALUATION.problem_diagnosis.v1"
  - name: "comment"
    with: { fhir: "$resource.note.text", openehr: "$archetype/data[at0001]/items[at0069]" }
`,
  ])
  const input: Resource = { resourceType: 'Condition', note: [{ text: 'x' }] }

  it('ends a slot that enters itself', () => {
    const { composition } = toOpenehr(loop, problems, input, OPTIONS)
    assert.ok(composition)
    assert.equal(toFhir(loop, composition).resources.length, 1)
  })

  it('counts mappings that find nothing', () => {
    const nowhere = Array.from(
      { length: 700 },
      (_, at) => `{ name: "n${at}", with: { fhir: "nothing", openehr: "data" } }`,
    )
    const mappings = contextOf('Problem list', [
      `${HEAD}mappings: [{ name: "a", with: { fhir: "$resource.note", openehr: "$archetype" }, followedBy: { mappings: [${nowhere.join(', ')}] } }]`,
    ])
    const note = Array.from({ length: 300 }, (_, at) => ({ text: String(at) }))
    assert.throws(
      () => toOpenehr(mappings, problems, { resourceType: 'Condition', note }, OPTIONS),
      (error: unknown) => error instanceof FhirProblem && error.code === 'mapping.limit',
    )
  })

  it('is not begun to list the elements of slots that multiply', () => {
    const slot = (name: string) =>
      `{ name: "${name}", with: { fhir: "$resource", openehr: "$archetype" }, slotArchetype: "EVALUATION.problem_diagnosis.v1" }`
    const mappings = contextOf('Problem list', [`${HEAD}mappings: [${slot('one')}, ${slot('two')}]`])
    assert.throws(
      () => mappedElements(mappings),
      (error: unknown) => error instanceof FhirProblem && error.code === 'mapping.limit',
    )
  })

  it('ends references that go round', () => {
    const mappings = contextOf('Problem list', [
      `${HEAD}mappings:
  - name: "related"
    with: { fhir: "$resource.evidence.detail", openehr: "$reference" }
    reference:
      resourceType: "Condition"
      mappings:
        - name: "slot"
          with: { fhir: "$fhirRoot", openehr: "$archetype" }
          slotArchetype: "EVALUATION.problem_diagnosis.v1"
  - name: "comment"
    with: { fhir: "$resource.note.text", openehr: "$archetype/data[at0001]/items[at0069]" }
`,
    ])
    const related = (id: string, other: string): Resource => ({
      ...input,
      id,
      evidence: [{ detail: [{ reference: `Condition/${other}` }] }],
    })
    const entry = [{ resource: related('a', 'b') }, { resource: related('b', 'a') }]
    assert.ok(toOpenehr(mappings, problems, { resourceType: 'Bundle', entry }, OPTIONS).composition)
  })

  it('ends at its limit of steps', () => {
    const nested = (depth: number): string =>
      depth === 0
        ? '[]'
        : `[{ name: "a", with: { fhir: "$resource.note", openehr: "$archetype" }, followedBy: { mappings: ${nested(depth - 1)} } }]`
    const mappings = contextOf('Problem list', [`${HEAD}mappings: ${nested(8)}`])
    const note = Array.from({ length: 40 }, (_, at) => ({ text: String(at) }))
    assert.throws(
      () => toOpenehr(mappings, problems, { resourceType: 'Condition', note }, OPTIONS),
      (error: unknown) => error instanceof FhirProblem && error.code === 'mapping.limit',
    )
  })
})
