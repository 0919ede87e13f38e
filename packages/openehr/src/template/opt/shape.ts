/** A table of the elements that each element may contain, after the OPT 1.4 schemas (Template, Archetype, OpenehrProfile). */

import type { XmlElement } from '../../format/xml/index.ts'
import { error, type Faults, type OptPosition, warn } from './faults.ts'

type Count = 'one' | 'optional' | 'many'
type Shape = Readonly<Record<string, Count>>

const C_OBJECT: Shape = { rm_type_name: 'one', occurrences: 'optional', node_id: 'optional' }
const C_COMPLEX_OBJECT: Shape = { ...C_OBJECT, attributes: 'many' }
const C_ATTRIBUTE: Shape = {
  rm_attribute_name: 'one',
  existence: 'optional',
  match_negated: 'optional',
  children: 'many',
}
const C_CODE_PHRASE: Shape = {
  ...C_OBJECT,
  assumed_value: 'optional',
  terminology_id: 'optional',
  code_list: 'many',
}
const C_ORDINAL: Shape = { ...C_OBJECT, assumed_value: 'optional', list: 'many' }
const C_TEMPORAL: Shape = {
  pattern: 'optional',
  timezone_validity: 'optional',
  range: 'optional',
  assumed_value: 'optional',
}
const C_NUMBER: Shape = { list: 'many', range: 'optional', assumed_value: 'optional' }

const SHAPES = {
  template: {
    language: 'one',
    is_controlled: 'optional',
    description: 'optional',
    revision_history: 'optional',
    uid: 'optional',
    template_id: 'one',
    concept: 'one',
    definition: 'one',
    ontology: 'optional',
    component_ontologies: 'many',
    annotations: 'many',
    constraints: 'optional',
    view: 'optional',
  },
  interval: {
    lower_included: 'optional',
    upper_included: 'optional',
    lower_unbounded: 'optional',
    upper_unbounded: 'optional',
    lower: 'optional',
    upper: 'optional',
  },
  cardinality: { is_ordered: 'optional', is_unique: 'optional', interval: 'one' },
  C_SINGLE_ATTRIBUTE: C_ATTRIBUTE,
  C_MULTIPLE_ATTRIBUTE: { ...C_ATTRIBUTE, cardinality: 'one' },
  C_COMPLEX_OBJECT,
  C_ARCHETYPE_ROOT: {
    ...C_COMPLEX_OBJECT,
    archetype_id: 'one',
    template_id: 'optional',
    term_definitions: 'many',
    term_bindings: 'many',
  },
  ARCHETYPE_SLOT: { ...C_OBJECT, includes: 'many', excludes: 'many' },
  ARCHETYPE_INTERNAL_REF: { ...C_OBJECT, target_path: 'one' },
  CONSTRAINT_REF: { ...C_OBJECT, reference: 'one' },
  C_PRIMITIVE_OBJECT: { ...C_OBJECT, item: 'optional' },
  C_CODE_PHRASE,
  /** The schema demands `referenceSetUri`; tools leave it out where the modeller named no value set. */
  C_CODE_REFERENCE: { ...C_CODE_PHRASE, referenceSetUri: 'optional' },
  C_DV_QUANTITY: { ...C_OBJECT, assumed_value: 'optional', property: 'optional', list: 'many' },
  /** `units_system` and `units_display_name` are not in the schema; newer tools write them for DV_QUANTITY of RM 1.1. */
  C_QUANTITY_ITEM: {
    magnitude: 'optional',
    precision: 'optional',
    units: 'one',
    units_system: 'optional',
    units_display_name: 'optional',
  },
  C_DV_ORDINAL: C_ORDINAL,
  C_DV_SCALE: C_ORDINAL,
  C_DV_STATE: { ...C_OBJECT, assumed_value: 'optional', value: 'one' },
  C_STRING: { pattern: 'optional', list: 'many', list_open: 'optional', assumed_value: 'optional' },
  C_BOOLEAN: { true_valid: 'one', false_valid: 'one', assumed_value: 'optional' },
  C_INTEGER: C_NUMBER,
  C_REAL: C_NUMBER,
  C_DATE: C_TEMPORAL,
  C_TIME: C_TEMPORAL,
  C_DATE_TIME: C_TEMPORAL,
  C_DURATION: { pattern: 'optional', range: 'optional', assumed_value: 'optional' },
} as const satisfies Readonly<Record<string, Shape>>

export type ShapeName = keyof typeof SHAPES

interface Child {
  readonly name: string
  readonly count: Count
  /** Its place in the set of the children that were met. */
  readonly bit: number
}

interface Children {
  readonly byName: ReadonlyMap<string, Child>
  readonly mandatory: readonly Child[]
}

const CHILDREN: ReadonlyMap<string, Children> = new Map(
  Object.entries<Shape>(SHAPES).map(([name, shape]) => {
    const all = Object.entries(shape).map(
      ([child, count], at): Child => ({ name: child, count, bit: 1 << at }),
    )
    const mandatory = all.filter(({ count }) => count === 'one')
    return [name, { byName: new Map(all.map(child => [child.name, child])), mandatory }]
  }),
)

const NOTHING: Children = { byName: new Map(), mandatory: [] }

/**
 * Reports children that the schema does not know, that are missing, or that stand there twice. Elements of a foreign
 * namespace are a vendor's own and pass.
 */
export function checkShape(element: XmlElement, name: ShapeName, path: string, faults: Faults): void {
  const { byName, mandatory } = CHILDREN.get(name) ?? NOTHING
  let seen = 0
  for (const child of element.children) {
    if (child.namespace !== element.namespace) continue
    const known = byName.get(child.name)
    if (known === undefined) reportUnknown({ path, element: child }, name, faults)
    else if (known.count !== 'many' && (seen & known.bit) !== 0)
      error(
        faults,
        { path, element: child },
        {
          code: 'opt.repeated_element',
          message: `<${child.name}> may stand only once inside ${name}`,
        },
      )
    seen |= known?.bit ?? 0
  }
  for (const { name: child, bit } of mandatory)
    if ((seen & bit) === 0)
      error(
        faults,
        { path, element },
        { code: 'opt.missing_element', message: `<${child}> is missing inside ${name}`, expected: child },
      )
}

function reportUnknown(place: OptPosition, inside: ShapeName, faults: Faults): void {
  const { name } = place.element
  if (inside === 'C_COMPLEX_OBJECT' && name === 'children')
    warn(faults, place, {
      code: 'opt.misplaced',
      message: `<children> outside <attributes> constrains nothing: it is ignored`,
    })
  else
    error(faults, place, {
      code: 'opt.unknown_element',
      message: `<${name}> is not known inside ${inside}`,
      found: name,
      expected: [...(CHILDREN.get(inside) ?? NOTHING).byName.keys()].join(', '),
    })
}
