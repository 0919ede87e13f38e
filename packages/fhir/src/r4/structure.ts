/** The structure of R4: the elements of a type, their types, and which of them are lists. */
import { R4_TABLE } from './table.generated.ts'

export interface FhirElement {
  readonly name: string
  /** One, or the alternatives of a choice. */
  readonly types: readonly string[]
  readonly list: boolean
  /** `value[x]`: the type is part of the name in JSON. */
  readonly choice: boolean
}

const EVERY = 'id:string extension*:Extension'
const NESTED = `${EVERY} modifierExtension*:Extension`
const RESOURCE = `${NESTED} meta:Meta implicitRules:uri language:code text:Narrative contained*:Resource`

const tables = new Map<string, ReadonlyMap<string, FhirElement>>()

/** Resources begin with a capital letter, have no dot, and no data type has `contained`. */
const DATA_TYPES: ReadonlySet<string> = new Set(
  (
    'Address Age Annotation Attachment BackboneElement CodeableConcept Coding ContactDetail ContactPoint Contributor ' +
    'Count DataRequirement Distance Dosage Duration Element ElementDefinition Expression Extension HumanName Identifier ' +
    'MarketingStatus Meta Money MoneyQuantity Narrative ParameterDefinition Period Population ProdCharacteristic ' +
    'ProductShelfLife Quantity Range Ratio Reference RelatedArtifact SampledData Signature SimpleQuantity ' +
    'SubstanceAmount Timing TriggerDefinition UsageContext'
  ).split(' '),
)

export const isResourceType = (type: string): boolean =>
  Object.hasOwn(R4_TABLE, type) && !type.includes('.') && !DATA_TYPES.has(type)

/** Types that are written as one JSON value: their names begin with a small letter. */
export const isPrimitiveType = (type: string): boolean => /^[a-z]/.test(type)

export const isKnownType = (type: string): boolean => isPrimitiveType(type) || Object.hasOwn(R4_TABLE, type)

function elementOf(text: string): FhirElement {
  const [, name = '', choice, list, types = ''] = /^([^[*:]+)(\[x\])?(\*)?:(.*)$/.exec(text) ?? []
  return { name, types: types.split(','), list: list !== undefined, choice: choice !== undefined }
}

function tableOf(type: string): ReadonlyMap<string, FhirElement> {
  const known = tables.get(type)
  if (known !== undefined) return known
  const own = Object.hasOwn(R4_TABLE, type) ? (R4_TABLE[type] ?? '') : ''
  const inherited = isResourceType(type) ? RESOURCE : type.includes('.') || type === 'Dosage' ? NESTED : EVERY
  const made = new Map<string, FhirElement>()
  for (const text of `${inherited} ${own}`.split(' ')) {
    if (text === '') continue
    const element = elementOf(text)
    made.set(element.name, element)
  }
  tables.set(type, made)
  return made
}

/** The element of a type by its name in paths, where a choice has no type in its name. */
export function elementIn(type: string, name: string): FhirElement | undefined {
  const table = tableOf(type)
  const found = table.get(name)
  if (found !== undefined) return found
  // `valueQuantity` is the form of JSON; published mappings use it as well.
  for (const element of table.values()) {
    if (!element.choice || !name.startsWith(element.name)) continue
    const chosen = element.types.find(each => name === choiceName(element.name, each))
    if (chosen !== undefined) return { ...element, types: [chosen] }
  }
  return undefined
}

export const elementsOf = (type: string): readonly FhirElement[] => [...tableOf(type).values()]

/** `value` and `dateTime` → `valueDateTime`. */
export const choiceName = (name: string, type: string): string =>
  `${name}${type.charAt(0).toUpperCase()}${type.slice(1)}`

/** Names of types in published mappings: `DateTimeType` and `Boolean` are classes of a Java library. */
const ALIASES: Readonly<Record<string, string>> = { Enumeration: 'code', String: 'string' }

export function typeNamed(name: string): string {
  const plain = name.trim().replace(/^FHIR\./, '')
  if (Object.hasOwn(ALIASES, plain)) return ALIASES[plain] ?? plain
  if (Object.hasOwn(R4_TABLE, plain)) return plain
  const bare = plain.replace(/Type$/, '')
  return Object.hasOwn(R4_TABLE, bare) ? bare : bare.charAt(0).toLowerCase() + bare.slice(1)
}
