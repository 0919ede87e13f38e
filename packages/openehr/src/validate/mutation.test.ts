import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { corpusBytes, corpusMissing } from '../../fixtures/corpus.ts'
import {
  archetype,
  codes,
  element,
  multiple,
  object,
  opt,
  ordinal,
  primitive,
  quantity,
  single,
} from '../../fixtures/opt-builder/index.ts'
import { isRmObject, type RmObject, rmClass, walk } from '../rm/index.ts'
import { compileTemplate, randomInstance, type Template } from '../template/index.ts'
import { compileValidator, type Validator } from './index.ts'

type Mutable = Record<string, unknown>

/** Ours: one element of each kind, so that each constraint can be broken. */
const ownTemplate = (): Template =>
  compileTemplate(
    opt({
      templateId: 'mutations',
      definition: archetype('openEHR-EHR-COMPOSITION.mutations.v1', [
        multiple(
          'content',
          archetype('openEHR-EHR-EVALUATION.mutations.v1', [
            single(
              'data',
              object(
                'ITEM_TREE',
                [
                  multiple(
                    'items',
                    [
                      element('at0010', quantity([{ units: 'kg', magnitude: '1.0..200.0' }], '124'), '1..1'),
                      element(
                        'at0011',
                        object('DV_CODED_TEXT', [
                          single('defining_code', codes('local', ['at0020', 'at0021'])),
                        ]),
                        '1..1',
                      ),
                      element(
                        'at0012',
                        object('DV_COUNT', [single('magnitude', primitive('C_INTEGER', { range: '0..9' }))]),
                        '1..1',
                      ),
                      element(
                        'at0013',
                        ordinal([
                          [1, 'at0030'],
                          [2, 'at0031'],
                        ]),
                        '1..1',
                      ),
                      element(
                        'at0014',
                        object('DV_TEXT', [
                          single('value', primitive('C_STRING', { pattern: '[a-z]{3,9}' })),
                        ]),
                        '1..1',
                      ),
                      element(
                        'at0015',
                        object('DV_DATE', [single('value', primitive('C_DATE', { pattern: 'yyyy-mm-dd' }))]),
                        '1..1',
                      ),
                      element(
                        'at0016',
                        object('DV_BOOLEAN', [
                          single('value', primitive('C_BOOLEAN', { falseValid: false })),
                        ]),
                        '1..1',
                      ),
                    ],
                    '7..7',
                  ),
                ],
                { nodeId: 'at0001' },
              ),
            ),
          ]),
          '1..*',
        ),
      ]),
    }),
  )

const OPTS = [
  'integration-tests/aql/data_load/opts/conformance_ehrbase.de.v0.opt',
  'performance-test/templates/ecg_result.opt',
  'performance-test/templates/blood_gas_analysis.opt',
  'performance-test/templates/corona_anamnese.opt',
]

interface Place {
  readonly node: Mutable
  readonly path: string
  readonly type: string
}

const placesIn = (document: RmObject): readonly Place[] => {
  const places: Place[] = []
  walk(document, (node, path, type) => places.push({ node: node as Mutable, path, type }))
  return places
}

/** One thing made wrong. Gives what is reported where, or nothing where the place is not fit for it. */
type Mutation = (
  place: Place,
  pick: (count: number) => number,
) => { readonly suffix: string; readonly code: string } | undefined

/** Attributes that say which node it is: without them it is another node, and another rule speaks. */
const IDENTITY = new Set(['archetype_node_id', 'name', 'archetype_details'])

const presentAttributes = ({ node, type }: Place, fits: (name: string) => boolean): readonly string[] =>
  Object.keys(node).filter(
    name => !IDENTITY.has(name) && rmClass(type)?.attributes.has(name) === true && fits(name),
  )

const chosen = (names: readonly string[], pick: (count: number) => number): string | undefined =>
  names[pick(names.length)]

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a mandatory attribute removed': (place, pick) => {
    const name = chosen(
      presentAttributes(
        place,
        attribute => rmClass(place.type)?.attributes.get(attribute)?.mandatory === true,
      ),
      pick,
    )
    if (name === undefined) return undefined
    delete place.node[name]
    return { suffix: `/${name}`, code: 'rm.mandatory' }
  },
  'an attribute that the class does not have': ({ node }) => {
    node['colour'] = 'red'
    return { suffix: '/colour', code: 'rm.attribute' }
  },
  'an object where text belongs': (place, pick) => {
    const name = chosen(
      presentAttributes(place, attribute => typeof place.node[attribute] === 'string'),
      pick,
    )
    if (name === undefined || name === '_type') return undefined
    place.node[name] = { _type: 'DV_TEXT', value: 'x' }
    return { suffix: `/${name}`, code: 'rm.type' }
  },
  'a list where one value belongs': (place, pick) => {
    const name = chosen(
      presentAttributes(place, attribute => isRmObject(place.node[attribute])),
      pick,
    )
    if (name === undefined) return undefined
    place.node[name] = [place.node[name]]
    return { suffix: `/${name}`, code: 'rm.multiplicity' }
  },
  'one value where a list belongs': (place, pick) => {
    const name = chosen(
      presentAttributes(place, attribute => Array.isArray(place.node[attribute])),
      pick,
    )
    if (name === undefined) return undefined
    place.node[name] = { _type: 'DV_TEXT', value: 'x' }
    return { suffix: `/${name}`, code: 'rm.multiplicity' }
  },
  'a class that does not exist': ({ node, path }) => {
    if (path === '/' || typeof node['_type'] !== 'string') return undefined
    node['_type'] = 'DV_NONSENSE'
    return { suffix: '', code: 'rm.type' }
  },
}

/** The path of an object in the document as it is now: a mutation may have changed what its path says. */
const pathNow = (document: RmObject, node: Mutable): string =>
  placesIn(document).find(place => place.node === node)?.path ?? 'nowhere'

/** Broken inside an alternative or a node that is matched by its content, the nearest candidate speaks for all. */
const mutated = (template: Template, validate: Validator): fc.IProperty<[number, number, string, number]> =>
  fc.property(
    fc.integer(),
    fc.nat(),
    fc.constantFrom(...Object.keys(MUTATIONS)),
    fc.nat(),
    (seed, where, what, which) => {
      const document = structuredClone(randomInstance(template, randomFrom(seed)))
      assert.deepEqual(validate(document), [])
      const places = placesIn(document)
      const place = places[where % places.length]
      const mutation = MUTATIONS[what]
      if (place === undefined || mutation === undefined) return
      const expected = mutation(place, count => which % Math.max(1, count))
      if (expected === undefined) return
      const path = pathNow(document, place.node)
      const wanted = `${path === '/' && expected.suffix !== '' ? '' : path}${expected.suffix}`
      const found = validate(document)
      assert.ok(
        found.some(({ path: at, code }) => at === wanted && code === expected.code),
        `${what}: expected ${expected.code} at ${wanted}, found ${JSON.stringify(found.slice(0, 3))}`,
      )
    },
  )

/** mulberry32: small and repeatable. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

describe('a valid instance with one thing made wrong', () => {
  test('is rejected at that place: a template of ours', () => {
    const template = ownTemplate()
    fc.assert(mutated(template, compileValidator(template)), { numRuns: 300 })
  })

  for (const file of OPTS) {
    test(`is rejected at that place: ${file}`, { skip: corpusMissing }, () => {
      const template = compileTemplate(corpusBytes(file))
      fc.assert(mutated(template, compileValidator(template)), { numRuns: 60 })
    })
  }
})

/** Node id of the element, the change to its value, what is reported below the value. */
const BROKEN_CONSTRAINTS: readonly (readonly [
  id: string,
  change: (value: Mutable) => void,
  suffix: string,
  code: string,
])[] = [
  ['at0010', value => Object.assign(value, { magnitude: 200.5 }), '/magnitude', 'C_DV_QUANTITY.magnitude'],
  ['at0010', value => Object.assign(value, { units: 'g' }), '/units', 'C_DV_QUANTITY.units'],
  [
    'at0011',
    value => Object.assign(value['defining_code'] as Mutable, { code_string: 'at0022' }),
    '/defining_code/code_string',
    'C_CODE_PHRASE.code_list',
  ],
  ['at0012', value => Object.assign(value, { magnitude: 10 }), '/magnitude', 'C_INTEGER.range'],
  ['at0012', value => Object.assign(value, { magnitude: 1.5 }), '/magnitude', 'rm.type'],
  ['at0013', value => Object.assign(value, { value: 3 }), '/value', 'C_DV_ORDINAL.list'],
  ['at0014', value => Object.assign(value, { value: 'ab' }), '/value', 'C_STRING.pattern'],
  ['at0015', value => Object.assign(value, { value: '2021-10' }), '/value', 'C_DATE.day_validity'],
  ['at0015', value => Object.assign(value, { value: '2021-02-30' }), '/value', 'DV_DATE.Value_valid'],
  ['at0016', value => Object.assign(value, { value: false }), '/value', 'C_BOOLEAN.false_valid'],
]

describe('a valid instance of ours', () => {
  const template = ownTemplate()
  const validate = compileValidator(template)
  const evaluation = (seed: number): { document: RmObject; tree: Mutable } => {
    const document = structuredClone(randomInstance(template, randomFrom(seed)))
    // The minimal case of `content`, so that no sibling lengthens the path.
    const content = (document['content'] as Mutable[]).slice(0, 1)
    ;(document as Mutable)['content'] = content
    return { document, tree: content[0]?.['data'] as Mutable }
  }
  const TREE = '/content[openEHR-EHR-EVALUATION.mutations.v1]/data[at0001]'

  for (const [id, change, suffix, code] of BROKEN_CONSTRAINTS) {
    test(`breaks ${code} at ${id}${suffix} and nothing else`, () => {
      fc.assert(
        fc.property(fc.integer(), seed => {
          const { document, tree } = evaluation(seed)
          const item = (tree['items'] as Mutable[]).find(one => one['archetype_node_id'] === id)
          if (!isRmObject(item?.['value'])) return
          change(item['value'] as Mutable)
          assert.deepEqual(
            validate(document).map(violation => [violation.path, violation.code]),
            [[`${TREE}/items[${id}]/value${suffix}`, code]],
          )
        }),
        { numRuns: 20 },
      )
    })
  }

  test('with a node that the template does not have is rejected there', () => {
    const { document, tree } = evaluation(1)
    ;(tree['items'] as Mutable[])[0] = {
      _type: 'ELEMENT',
      archetype_node_id: 'at9999',
      name: { _type: 'DV_TEXT', value: 'x' },
      value: { _type: 'DV_TEXT', value: 'x' },
    }
    assert.deepEqual(
      validate(document).map(({ path, code }) => [path, code]),
      [
        [`${TREE}/items[at9999]`, 'node.undeclared'],
        [`${TREE}/items[at0010]`, 'occurrences.lower'],
      ],
    )
  })

  test('with one element too many is rejected for it and for the length of the list', () => {
    const { document, tree } = evaluation(2)
    const items = tree['items'] as Mutable[]
    items.push(structuredClone(items[0] as Mutable))
    assert.deepEqual(
      validate(document).map(({ path, code }) => [path, code]),
      [
        [`${TREE}/items`, 'cardinality.upper'],
        [`${TREE}/items[at0010]`, 'occurrences.upper'],
      ],
    )
  })

  test('with an element missing is accepted as incomplete and rejected as complete', () => {
    const { document, tree } = evaluation(3)
    ;(tree['items'] as Mutable[]).pop()
    assert.deepEqual(
      validate(document).map(({ code }) => code),
      ['cardinality.lower', 'occurrences.lower'],
    )
    assert.deepEqual(validate(document, { lifecycle: 'incomplete' }), [])
  })
})
