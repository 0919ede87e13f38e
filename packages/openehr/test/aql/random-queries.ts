/** Random queries over the random records: a FROM of which every variable has a class, and paths that a class has. */
import fc from 'fast-check'
import { checkAql, parseAql } from '../../src/aql/index.ts'

const BP = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const EVENTS = 'data[at0001]/events[at0006]'
const PROBLEM = 'data[at0001]/items[at0002]/value'

/** Parts of the queries over one kind of records. */
export interface QueryTables {
  /** Paths by class, each with values worth comparing it with. */
  readonly paths: Readonly<Record<string, readonly (readonly [path: string, values: readonly string[]])[]>>
  /** FROM clauses; a variable is named by the first letters of its class. */
  readonly from: readonly From[]
  /** Classes that stand in FROM, each with the class whose paths are asked of it, and predicates that find something. */
  readonly classes: readonly Source[]
}

type From = readonly [from: string, variables: Readonly<Record<string, string>>]

type Source = readonly [name: string, type: string, predicates: readonly string[]]

const PATHS: QueryTables['paths'] = {
  EHR: [
    ['ehr_id/value', ["'ehr0'", "'ehr1'"]],
    ['ehr_status/subject/external_ref/id/value', ["'p-ehr0'"]],
    ['time_created/value', ["'2025-01-01'"]],
    ['ehr_status/is_queryable', ['true', 'false']],
  ],
  VERSION: [
    ['uid/value', ["'ehr0-0::sys::1'", "'ehr0-0'"]],
    ['commit_audit/time_committed/value', ["'2025-01-01T02:00:00Z'"]],
    ['commit_audit/change_type/value', ["'creation'", "'modification'"]],
  ],
  COMPOSITION: [
    ['name/value', ["'Visit 1'", "'100*'"]],
    ['uid/value', ["'ehr0-0::sys::1'", "'ehr0-0'"]],
    ['composer/name', ["'Dr. Ada'"]],
    ['context/start_time', ["'2024-03-01T09:00:00Z'", "'2024-03'"]],
    ['context/start_time/value', ["'2024-03-01T10:00:00+01:00'", "'20240301'"]],
    ['context/end_time/value', ["'2024-03-01'"]],
    ['context/participations/performer/name', ["'Nurse Bo'"]],
    ['context/participations/function/value', ["'nurse'"]],
    ['category/defining_code/code_string', ["'433'"]],
    ['content/name/value', ["'Visit 2'"]],
    ['content/items/name/value', ["'Visit 2'"]],
    [`content[${BP}]/${EVENTS}/data[at0003]/items[at0004]/value/magnitude`, ['120']],
    ['archetype_node_id', ["'openEHR-EHR-COMPOSITION.report.v1'"]],
    ['archetype_details/archetype_id/value', ["'openEHR-EHR-COMPOSITION.report.v1'"]],
    ["content[name/value='Visit 1']/archetype_node_id", ["'openEHR-EHR-SECTION.adhoc.v1'"]],
  ],
  SECTION: [
    ['name/value', ["'Visit 1'"]],
    ['items/name/value', ["'Visit 2'"]],
  ],
  OBSERVATION: [
    ['name/value', ["'Visit 1'"]],
    [`${EVENTS}/time/value`, ["'2024-03-01T09:00:00.5Z'"]],
    [`${EVENTS}/data[at0003]/items[at0004]/value/magnitude`, ['120', '140.5']],
    [`${EVENTS}/data[at0003]/items[at0004]/value`, ['120']],
    [`${EVENTS}/data[at0003]/items[at0005]/value/magnitude`, ['90']],
    [`${EVENTS}/data[at0003]/name/value`, ["'Tree'"]],
    [`${EVENTS}/name/value`, ["'Visit 1'"]],
    ['data[at0001]/origin/value', ["'2024-03-01'"]],
    ['protocol[at0011]/items[openEHR-EHR-CLUSTER.device.v1]/items[at0001]/value/value', ["'Cuff 3'"]],
    [`data[at0001]/events[at0006, 'Visit 1']/time/value`, ["'2024'"]],
    ["data[at0001]/events[at0006 and time/value<'2024-03']/name/value", ["'Visit 1'"]],
    [`data[at0001]/events[at0006, at0029]/time/value`, ["'2024'"]],
    ['data/events/time/value', ["'2024-03-01T09:00:00.5Z'"]],
    ['data/events/name/value', ["'Visit 1'"]],
    ['data/events/data/items/value/magnitude', ['120']],
  ],
  EVALUATION: [
    [`${PROBLEM}/value`, ["'Headache'"]],
    [`${PROBLEM}/defining_code/code_string`, ["'73211009'"]],
  ],
  EHR_STATUS: [
    ['is_queryable', ['true']],
    ['subject/external_ref/id/value', ["'p-ehr0'"]],
  ],
  FOLDER: [
    ['name/value', ["'episode'"]],
    ['items/id/value', ["'ehr0-0'"]],
  ],
  HISTORY: [
    ['origin/value', ["'2024-03-01'"]],
    ['events[at0006]/name/value', ["'Visit 1'"]],
  ],
  EVENT: [
    ['time/value', ["'2024-03-01T09:00:00.5Z'"]],
    ['name/value', ["'Visit 1'"]],
    ['data[at0003]/items[at0004]/value/magnitude', ['120']],
    ['data[at0003]/items[at0010]/items[at0011]/value/magnitude', ['120']],
    ['width/value', ["'PT1H'"]],
  ],
  ITEM_TREE: [
    ['name/value', ["'Tree'"]],
    ['items[at0004]/value/magnitude', ['120']],
    ['items[at0010]/name/value', ["'Visit 1'"]],
    ['items[at0010]/items[at0012]/value/defining_code/code_string', ["'at0037'"]],
  ],
  CLUSTER: [
    ['name/value', ["'Visit 1'", "'Specimen'"]],
    ['archetype_node_id', ["'at0010'", "'openEHR-EHR-CLUSTER.specimen.v1'"]],
    ['items[at0011]/value/magnitude', ['120']],
    ['items[at0011]/value', ['120']],
    ['items[at0011]/name/value', ["'Result'"]],
  ],
  LOCATABLE: [
    ['name/value', ["'Visit 1'", "'Systolic'"]],
    ['archetype_node_id', ["'at0010'", "'at0004'"]],
  ],
  EVENT_CONTEXT: [['start_time/value', ["'2024-03'"]]],
  DV_QUANTITY: [
    ['magnitude', ['120']],
    ['units', ["'mm[Hg]'"]],
  ],
  ELEMENT: [
    ['archetype_node_id', ["'at0004'"]],
    ['name/value', ["'Systolic'"]],
    ['value/value', ["'Headache'", "'Cuff 3'"]],
    ['value/magnitude', ['120', '150']],
    ['value', ['120']],
  ],
}

const FROM: readonly From[] = [
  ['EHR e', { e: 'EHR' }],
  ['COMPOSITION c', { c: 'COMPOSITION' }],
  ['EHR e CONTAINS COMPOSITION c', { e: 'EHR', c: 'COMPOSITION' }],
  ["EHR e[ehr_id/value='ehr0'] CONTAINS COMPOSITION c", { e: 'EHR', c: 'COMPOSITION' }],
  ['EHR e CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1]', { e: 'EHR', c: 'COMPOSITION' }],
  ['EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o', { e: 'EHR', c: 'COMPOSITION', o: 'OBSERVATION' }],
  [`COMPOSITION c CONTAINS OBSERVATION o[${BP}]`, { c: 'COMPOSITION', o: 'OBSERVATION' }],
  [
    `COMPOSITION c CONTAINS SECTION s CONTAINS OBSERVATION o[${BP}]`,
    { c: 'COMPOSITION', s: 'SECTION', o: 'OBSERVATION' },
  ],
  [
    `COMPOSITION c CONTAINS (OBSERVATION o[${BP}] AND EVALUATION v)`,
    { c: 'COMPOSITION', o: 'OBSERVATION', v: 'EVALUATION' },
  ],
  [
    `COMPOSITION c CONTAINS (OBSERVATION o[${BP}] OR EVALUATION v)`,
    { c: 'COMPOSITION', o: 'OBSERVATION', v: 'EVALUATION' },
  ],
  ['COMPOSITION c NOT CONTAINS EVALUATION', { c: 'COMPOSITION' }],
  ['EHR e NOT CONTAINS COMPOSITION', { e: 'EHR' }],
  [`OBSERVATION o[${BP}] CONTAINS ELEMENT l[at0004]`, { o: 'OBSERVATION', l: 'ELEMENT' }],
  ['COMPOSITION c CONTAINS ELEMENT l', { c: 'COMPOSITION', l: 'ELEMENT' }],
  ['EHR e CONTAINS VERSION v CONTAINS COMPOSITION c', { e: 'EHR', v: 'VERSION', c: 'COMPOSITION' }],
  ['VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c', { v: 'VERSION', c: 'COMPOSITION' }],
  ['VERSION v[ALL_VERSIONS]', { v: 'VERSION' }],
  [
    "VERSION v[commit_audit/change_type/value='modification'] CONTAINS COMPOSITION c",
    { v: 'VERSION', c: 'COMPOSITION' },
  ],
  ['FOLDER f CONTAINS COMPOSITION c', { c: 'COMPOSITION' }],
  ["COMPOSITION c[name/value='Visit 1']", { c: 'COMPOSITION' }],
  ['SECTION s NOT CONTAINS EVALUATION', { s: 'SECTION' }],
  ['EHR e CONTAINS (COMPOSITION c AND EHR_STATUS)', { e: 'EHR', c: 'COMPOSITION' }],
  [
    'EHR e CONTAINS (COMPOSITION c[openEHR-EHR-COMPOSITION.report.v1] OR VERSION v[ALL_VERSIONS])',
    { e: 'EHR', c: 'COMPOSITION', v: 'VERSION' },
  ],
  [
    `COMPOSITION c CONTAINS (EVALUATION v OR (SECTION s CONTAINS OBSERVATION o[${BP}]))`,
    { c: 'COMPOSITION', v: 'EVALUATION', s: 'SECTION', o: 'OBSERVATION' },
  ],
]

const CLASSES: readonly Source[] = [
  ['EHR', 'EHR', []],
  ['VERSION', 'VERSION', ['[ALL_VERSIONS]', "[commit_audit/change_type/value='creation']"]],
  ['COMPOSITION', 'COMPOSITION', ['[openEHR-EHR-COMPOSITION.report.v1]', "[name/value='Visit 1']"]],
  ['EHR_STATUS', 'EHR_STATUS', []],
  ['FOLDER', 'FOLDER', ["[name/value='root']"]],
  ['SECTION', 'SECTION', []],
  ['OBSERVATION', 'OBSERVATION', [`[${BP}]`, '[openEHR-EHR-OBSERVATION.panel.v1]']],
  ['EVALUATION', 'EVALUATION', []],
  ['ACTION', 'LOCATABLE', []],
  ['ENTRY', 'LOCATABLE', []],
  ['CONTENT_ITEM', 'LOCATABLE', []],
  ['LOCATABLE', 'LOCATABLE', []],
  ['HISTORY', 'HISTORY', []],
  ['EVENT', 'EVENT', ['[at0006]', "[name/value='Visit 1']"]],
  ['INTERVAL_EVENT', 'EVENT', []],
  ['ITEM_STRUCTURE', 'LOCATABLE', []],
  ['ITEM_TREE', 'ITEM_TREE', ['[at0003]']],
  ['CLUSTER', 'CLUSTER', ['[at0010]', '[openEHR-EHR-CLUSTER.specimen.v1]', "[at0010, 'Visit 1']"]],
  ['ELEMENT', 'ELEMENT', ['[at0011]', '[at0004]', "[name/value='Systolic']"]],
  ['ITEM', 'LOCATABLE', []],
  ['EVENT_CONTEXT', 'EVENT_CONTEXT', []],
  ['DV_QUANTITY', 'DV_QUANTITY', []],
]

export const CLASS_NAMES: readonly string[] = CLASSES.map(([name]) => name)

const isLegal = (from: string): boolean => checkAql(parseAql(`SELECT 1 FROM ${from}`)).length === 0

/** For every class, those that can be inside it. */
const insideOf = (classes: readonly Source[]): ReadonlyMap<string, readonly Source[]> =>
  new Map(
    classes.map(([outer]) => [outer, classes.filter(([inner]) => isLegal(`${outer} CONTAINS ${inner}`))]),
  )

const LETTERS = ['x', 'y', 'z'] as const

/** Every class in every class that can contain it, two or three deep; some variables are asked for something, some for nothing. */
function nested(classes: readonly Source[]): fc.Arbitrary<From> {
  const inside = insideOf(classes)
  const parts = fc.record({
    first: fc.constantFrom(...classes.filter(([name]) => inside.get(name)?.length)),
    choices: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
    predicates: fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 }), fc.nat({ max: 5 })),
    used: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    last: fc.constantFrom('CONTAINS', 'CONTAINS', 'CONTAINS', 'NOT CONTAINS'),
  })
  return parts.map(({ first, choices, predicates, used, last }): From => {
    const sources = [first]
    for (const choice of choices) {
      const fitting = inside.get(sources.at(-1)?.[0] ?? '') ?? []
      const next = fitting[choice % fitting.length]
      if (next) sources.push(next)
    }
    const from = sources
      .map(([name, , known], at) => `${name} ${LETTERS[at]}${known[predicates[at] ?? 0] ?? ''}`)
      .reduce((before, part, at) => `${before} ${at === sources.length - 1 ? last : 'CONTAINS'} ${part}`)
    const bound = last === 'CONTAINS' ? sources : sources.slice(0, -1)
    const variables = bound.map(([, type], at) => [LETTERS[at], type] as const)
    const asked = variables.filter((_, at) => used[at])
    return [from, Object.fromEntries(asked.length > 0 ? asked : variables)]
  })
}

type Typed = readonly [path: string, values: readonly string[]]

const leaf = (paths: readonly Typed[]): fc.Arbitrary<string> => {
  const typed = fc.constantFrom(...paths)
  const texts = paths.filter(([path]) => /value$|name$/.test(path))
  const operator = fc.constantFrom('=', '!=', '<', '<=', '>', '>=')
  return fc.oneof(
    typed.chain(([path, values]) =>
      fc.tuple(operator, fc.constantFrom(...values)).map(([sign, value]) => `${path} ${sign} ${value}`),
    ),
    fc.tuple(typed, operator, typed).map(([[a], sign, [b]]) => `${a} ${sign} ${b}`),
    typed.map(([path]) => `EXISTS ${path}`),
    ...(texts.length === 0
      ? []
      : [
          fc
            .tuple(
              fc.constantFrom(...texts),
              fc.constantFrom('Visit*', '*1*', '?is*', '2024-03-01*', '100\\\\*'),
            )
            .map(([[path], pattern]) => `${path} LIKE '${pattern}'`),
        ]),
    typed.map(([path, values]) => `${path} matches {${values.join(', ')}}`),
  )
}

const condition = (paths: readonly Typed[]): fc.Arbitrary<string> =>
  fc.letrec<{ any: string }>(tie => ({
    any: fc.oneof(
      { maxDepth: 2 },
      leaf(paths),
      tie('any').map(inner => `NOT (${inner})`),
      fc
        .tuple(tie('any'), fc.constantFrom('AND', 'OR'), tie('any'))
        .map(([a, word, b]) => `(${a} ${word} ${b})`),
    ),
  })).any

/** Paths that share nothing multiply, and a random query may have many: a property leaves out those that would take minutes. */
export class TooManyRows extends Error {}

/** For `EvaluateOptions.tick`. */
export function tickUpTo(most: number): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > most) throw new TooManyRows()
  }
}

export interface RandomQuery {
  readonly columns: readonly string[]
  readonly from: string
  /** Two conditions, for laws that hold between them. */
  readonly conditions: readonly [string, string]
  readonly order: readonly string[]
}

/** The parts of a query; what is not legal is left to whoever puts them together: comparisons of types that never meet. */
export const randomQueryOf = (tables: QueryTables): fc.Arbitrary<RandomQuery> =>
  fc.oneof(fc.constantFrom(...tables.from), nested(tables.classes)).chain(([from, variables]) => {
    const paths = Object.entries(variables).flatMap(([variable, type]) =>
      (tables.paths[type] ?? []).map(([path, values]): Typed => [`${variable}/${path}`, values]),
    )
    const path = fc.constantFrom(...paths).map(([each]) => each)
    return fc.record({
      columns: fc.array(path, { minLength: 1, maxLength: 3 }),
      from: fc.constant(from),
      conditions: fc.tuple(condition(paths), condition(paths)),
      order: fc.array(
        fc.tuple(path, fc.constantFrom('', ' DESC')).map(([each, way]) => each + way),
        { maxLength: 2 },
      ),
    })
  })

export const randomQuery = randomQueryOf({ paths: PATHS, from: FROM, classes: CLASSES })
