/**
 * The data validation part of the openEHR conformance schedule (specifications-CNF, master15 to master17.7) as cases: a
 * template, data, and the rules that the data break. None broken: accepted.
 */
import {
  archetype,
  data,
  element,
  multiple,
  type Node,
  object,
  single,
} from '../../fixtures/opt-builder/index.ts'

export interface Case {
  /** The schedule's name of the table. */
  readonly table: string
  /** The words that tell the row from others. */
  readonly row: string
  readonly definition: Node
  readonly composition: data.Data
  /** The schedule's verdict, in our names: see `nameOf` in the test. Empty: accepted. */
  readonly rules: readonly string[]
  /** Our own judgement, with the reason, where it differs. */
  readonly deviation?: Deviation
}

export interface Deviation {
  readonly reason: keyof typeof REASONS
  /** The rules that we report instead. Empty: accepted. */
  readonly rules: readonly string[]
}

/** The reason why a row of the schedule is not followed. */
export const REASONS = {
  fraction:
    'OPT 1.4 XML cannot say millisecond_validity nor fractional_seconds_allowed: its patterns end at seconds, so a fraction is optional',
  misprint: 'the row names a broken rule and says accepted, or the other way round',
  history: 'HISTORY.Events_valid of the reference model demands events or a summary',
  dates: 'the row compares hours and forgets that 2021-10-24 is not 1900-03-13',
  relative: 'a text without a scheme is a relative reference, which RFC 3986 calls URI syntax (section 4.1)',
  unbounded:
    'an interval without a lower limit has none to constrain; the tables of DV_INTERVAL<DV_COUNT> agree',
} as const

export const COMPOSITION = 'openEHR-EHR-COMPOSITION.conformance.v1'
export const EVALUATION = 'openEHR-EHR-EVALUATION.conformance.v1'
export const TEMPLATE_ID = 'conformance'

/** A case about a data value: one element in one evaluation. */
export const valueCase = (
  table: string,
  row: string,
  constraint: Node,
  value: unknown,
  rules: readonly string[],
  deviation?: Deviation,
): Case => ({
  table,
  row,
  definition: valueTemplate(constraint),
  composition: data.composition(COMPOSITION, TEMPLATE_ID, {
    content: [
      data.entry(EVALUATION, {
        data: data.locatable('ITEM_TREE', 'at0001', { items: [data.element('at0002', value)] }),
      }),
    ],
  }),
  rules,
  ...(deviation === undefined ? {} : { deviation }),
})

const templates = new Map<Node, Node>()

const valueTemplate = (constraint: Node): Node => {
  const known = templates.get(constraint)
  if (known !== undefined) return known
  const tree = object('ITEM_TREE', [multiple('items', element('at0002', constraint))], { nodeId: 'at0001' })
  const definition = archetype(COMPOSITION, [
    multiple(
      'content',
      archetype(EVALUATION, [single('data', tree)], {
        occurrences: '0..*',
        constraintBindings: { ac0001: ['terminology:SNOMED_CT?subset=conformance'] },
      }),
    ),
  ])
  templates.set(constraint, definition)
  return definition
}

/** The attributes that are not NULL in the schedule. */
export const present = (attributes: data.Data): data.Data =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null))

/** Splits a rule list written as one text; an empty one is none. */
export const words = (text: string): readonly string[] => text.split(' ').filter(word => word !== '')
