/**
 * Scopes parsed once into a value: of SMART on openEHR, `<compartment>/<resource>-<name>.<permissions>`, and of SMART on FHIR,
 * `<compartment>/<type>.<permissions>`.
 */
import { matchesName, type NamePattern, parseNamePattern } from './name-pattern.ts'

/** `patient`: the EHR that an app was launched for; `user`: what the person may; `system`: what a backend was registered for. */
const COMPARTMENTS = ['patient', 'user', 'system'] as const

export type Compartment = (typeof COMPARTMENTS)[number]

/** Kinds of parties, each with the templates of its names. */
export const PARTY_RESOURCES = ['person', 'organisation', 'group', 'agent', 'role'] as const

export type PartyResource = (typeof PARTY_RESOURCES)[number]

export const isPartyResource = (resource: string): resource is PartyResource =>
  (PARTY_RESOURCES as readonly string[]).includes(resource)

/** The first three are of SMART on openEHR; the others are ours. */
const RESOURCES = ['composition', 'template', 'aql', 'audit', ...PARTY_RESOURCES] as const

/** `fhir`: resources of FHIR, whose names are their types. */
export type Resource = (typeof RESOURCES)[number] | 'fhir'

/** Create, read, update, delete, search; for a query, `s` is the right to run it. */
export type Permission = 'c' | 'r' | 'u' | 'd' | 's'

export interface DataScope {
  readonly compartment: Compartment
  readonly resource: Resource
  readonly pattern: NamePattern
  readonly permissions: ReadonlySet<Permission>
}

const GRAMMAR = new RegExp(
  `^(${COMPARTMENTS.join('|')})/(${RESOURCES.join('|')})-([^\\s"\\\\]+)\\.(c?r?u?d?s?)$`,
)

const FHIR_GRAMMAR = new RegExp(
  `^(${COMPARTMENTS.join('|')})/([A-Z][A-Za-z]{1,60}|\\*)\\.(read|write|\\*|c?r?u?d?s?)$`,
)

/** Permissions of version 1 of SMART App Launch. */
const FIRST_VERSION: Readonly<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' }

/** Whoever searches resources reads the records that they are made of. */
export const asRecords = (permission: Permission): Permission => (permission === 's' ? 'r' : permission)

function parseFhirScope(text: string): DataScope | undefined {
  const [, compartment, type = '', given = ''] = FHIR_GRAMMAR.exec(text) ?? []
  const pattern = parseNamePattern(type)
  if (compartment === undefined || pattern === undefined || given === '') return undefined
  const letters = FIRST_VERSION[given] ?? given
  return {
    compartment: compartment as Compartment,
    resource: 'fhir',
    pattern,
    permissions: new Set([...letters] as Permission[]),
  }
}

/** Returns undefined for a text that is no such scope. */
export function parseDataScope(text: string): DataScope | undefined {
  const ofFhir = parseFhirScope(text)
  if (ofFhir) return ofFhir
  const [, compartment, resource, name = '', letters = ''] = GRAMMAR.exec(text) ?? []
  const pattern = parseNamePattern(name)
  if (compartment === undefined || pattern === undefined || letters === '') return undefined
  return {
    compartment: compartment as Compartment,
    resource: resource as Resource,
    pattern,
    permissions: new Set([...letters] as Permission[]),
  }
}

export const isDataScope = (text: string): boolean => parseDataScope(text) !== undefined

/** True if whoever has `held` may be given `asked`: the same or less, with the same name or instead of all names. */
export function covers(held: DataScope, asked: DataScope): boolean {
  const { pattern } = asked
  return (
    held.compartment === asked.compartment &&
    held.resource === asked.resource &&
    (held.pattern.matchesAll || held.pattern.text === pattern.text || isCoveredName(held.pattern, pattern)) &&
    [...asked.permissions].every(each => held.permissions.has(each))
  )
}

/** A name without wildcards is covered by each pattern that matches it. */
const isCoveredName = (held: NamePattern, { parts }: NamePattern): boolean => {
  const [name] = parts
  return parts.length === 1 && typeof name === 'string' && matchesName(held, name)
}
