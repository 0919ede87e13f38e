/** An attribute constraint without its children: name, existence, cardinality, and the attribute of the RM. */

import type { XmlElement } from '../../format/xml/index.ts'
import { rmClass } from '../../rm/index.ts'
import type { Attribute, Cardinality, Interval } from '../model.ts'
import { childOf, textAt, typeName } from './element.ts'
import { error, type Faults, warn } from './faults.ts'
import { flag, INTEGER_BOUND, readInterval } from './interval.ts'
import { type Expected, expectedIn } from './rm-conformance.ts'
import { checkShape, type ShapeName } from './shape.ts'

/** An attribute without its members, and the type that these must have. */
export type AttributeShape = Omit<Attribute, 'children'> & { readonly expected: Expected | undefined }

const KINDS: ReadonlySet<string> = new Set<ShapeName>(['C_SINGLE_ATTRIBUTE', 'C_MULTIPLE_ATTRIBUTE'])

/**
 * Attributes that no release of the RM in use has, but that public templates constrain: a name that a template tool
 * gives to transitions, a misspelling, and one that RM 1.0.1 gave up.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  'ISM_TRANSITION.name',
  'ELEMENT.null_flavor',
  'ITEM_TABLE.rotated',
])

export function readAttributeShape(
  element: XmlElement,
  owner: string,
  ownerPath: string,
  faults: Faults,
): AttributeShape | undefined {
  const name = textAt(element, 'rm_attribute_name') ?? ''
  const path = `${ownerPath === '/' ? '' : ownerPath}/${name}`
  const place = { path, element }
  const kind = typeName(element) ?? ''
  if (!KINDS.has(kind)) {
    error(faults, place, {
      code: 'opt.unknown_type',
      message: `"${kind}" is not a kind of attribute constraint`,
      found: kind,
      expected: [...KINDS].join(', '),
    })
    return undefined
  }
  checkShape(element, kind as ShapeName, path, faults)
  if (flag(element, 'match_negated', false))
    error(faults, place, {
      code: 'opt.match_negated',
      message: 'A negated match cannot be checked: write what is allowed instead',
    })
  const known = rmClass(owner)?.attributes.get(name)
  if (known === undefined && HARMLESS.has(`${owner}.${name}`)) {
    warn(faults, place, {
      code: 'opt.rm_attribute',
      message: `${owner} has no attribute "${name}": its constraint is ignored`,
    })
    return undefined
  }
  if (known === undefined && rmClass(owner) !== undefined)
    error(faults, place, {
      code: 'opt.rm_attribute',
      message: `${owner} has no attribute "${name}"`,
      found: name,
      expected: [...(rmClass(owner)?.attributes.keys() ?? [])].join(', '),
    })
  const multiple = kind === 'C_MULTIPLE_ATTRIBUTE'
  if (known && known.container !== multiple)
    warn(faults, place, {
      code: 'opt.attribute_kind',
      message: `"${name}" of ${owner} holds ${known.container ? 'many' : 'one'}: ${kind} does not fit`,
    })
  const existence = childOf(element, 'existence')
  const cardinality = childOf(element, 'cardinality')
  return {
    name,
    existence: existence
      ? readExistence(existence, path, faults)
      : { ...OPTIONAL, lower: known?.mandatory ? 1 : 0 },
    ...(multiple && cardinality ? { cardinality: readCardinality(cardinality, path, faults) } : {}),
    expected: known && expectedIn(owner, known),
  }
}

const OPTIONAL: Interval = { lower: 0, upper: 1, lowerIncluded: true, upperIncluded: true }

function readExistence(element: XmlElement, path: string, faults: Faults): Interval {
  const existence = readInterval(element, INTEGER_BOUND, path, faults)
  if ((existence.lower ?? 0) < 0 || (existence.upper ?? 1) > 1)
    error(
      faults,
      { path, element },
      {
        code: 'opt.interval',
        message: 'Existence is 0..0, 0..1 or 1..1',
        found: `${existence.lower ?? '*'}..${existence.upper ?? '*'}`,
      },
    )
  return existence
}

function readCardinality(element: XmlElement, path: string, faults: Faults): Cardinality {
  checkShape(element, 'cardinality', path, faults)
  const interval = childOf(element, 'interval')
  return {
    isOrdered: flag(element, 'is_ordered', true),
    isUnique: flag(element, 'is_unique', false),
    interval: interval
      ? readInterval(interval, INTEGER_BOUND, path, faults)
      : { lower: 0, lowerIncluded: true, upperIncluded: false },
  }
}
