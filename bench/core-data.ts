/** A template and compositions of about a wanted size, for benchmarks where the corpus is not there. */
import {
  archetype,
  codes,
  data,
  element,
  multiple,
  type Node,
  object,
  opt,
  quantity,
  single,
} from '../packages/openehr/fixtures/opt-builder/index.ts'

const TEMPLATE = 'benchmark'
const COMPOSITION = 'openEHR-EHR-COMPOSITION.benchmark.v1'
const EVALUATION = 'openEHR-EHR-EVALUATION.benchmark.v1'

const ELEMENTS = [
  element('at0010', object('DV_TEXT')),
  element('at0011', quantity([{ units: 'mm[Hg]', magnitude: '0.0..300.0' }], '125')),
  element(
    'at0012',
    object('DV_CODED_TEXT', [single('defining_code', codes('local', ['at0020', 'at0021', 'at0022']))]),
  ),
  element('at0013', object('DV_DATE_TIME')),
]

const VALUES = [
  data.element('at0010', data.text('Some words about the patient')),
  data.element('at0011', { _type: 'DV_QUANTITY', magnitude: 120.5, units: 'mm[Hg]' }),
  data.element('at0012', data.codedText('local', 'at0021', 'sitting')),
  data.element('at0013', data.dateTime()),
]

const evaluation = (archetypeId: string): Node =>
  archetype(
    archetypeId,
    [single('data', object('ITEM_TREE', [multiple('items', ELEMENTS)], { nodeId: 'at0001' }))],
    { occurrences: '0..*' },
  )

/** As many archetypes as make an OPT of at least `bytes`; the first is the one that the data are of. */
export const generatedOpt = (bytes: number): string => {
  const write = (count: number): string =>
    opt({
      templateId: TEMPLATE,
      definition: archetype(COMPOSITION, [
        multiple(
          'content',
          Array.from({ length: count }, (_, i) =>
            evaluation(i === 0 ? EVALUATION : EVALUATION.replace('benchmark', `benchmark${i}`)),
          ),
        ),
      ]),
    })
  return write(Math.max(1, Math.ceil(bytes / (write(11).length - write(10).length))))
}

/** As many entries as make a composition of about `bytes`. */
export const generatedText = (bytes: number): string => {
  const write = (count: number): string =>
    JSON.stringify(
      data.composition(COMPOSITION, TEMPLATE, {
        context: data.eventContext(),
        content: Array.from({ length: count }, () =>
          data.entry(EVALUATION, { data: data.locatable('ITEM_TREE', 'at0001', { items: VALUES }) }),
        ),
      }),
    )
  return write(Math.max(1, Math.round(bytes / (write(11).length - write(10).length))))
}
