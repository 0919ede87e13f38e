/** References to people and organisations: PARTY_IDENTIFIED ⇄ Reference. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { isJson, type Json, listOf } from '../fhir/json.ts'
import { joined } from './codes.ts'

/** The composer of compositions whose mappings name none; it is nobody, and not mapped back. */
export const NO_COMPOSER: RmObject = { _type: 'PARTY_IDENTIFIED', name: 'FHIRconnect' }

export function partyReference({ name, identifiers, external_ref }: RmObject): Json | undefined {
  const [first] = listOf(identifiers)
  const identifier = isRmObject(first) ? identifierOf(first) : undefined
  const reference = isRmObject(external_ref) ? referenceOf(external_ref) : undefined
  const isDefault = name === NO_COMPOSER['name'] && identifier === undefined && reference === undefined
  if (isDefault || (name === undefined && identifier === undefined && reference === undefined))
    return undefined
  return {
    ...(reference === undefined ? {} : { reference }),
    ...(identifier === undefined ? {} : { identifier }),
    ...(typeof name === 'string' ? { display: name } : {}),
  }
}

const identifierOf = ({ id, issuer }: RmObject): Json => ({
  ...(typeof issuer === 'string' && issuer !== '' ? { system: issuer } : {}),
  ...(typeof id === 'string' ? { value: id } : {}),
})

function referenceOf({ id, type }: RmObject): string | undefined {
  const value = isRmObject(id) ? id['value'] : undefined
  return typeof value === 'string' && typeof type === 'string' && /^[A-Z][a-z]/.test(type)
    ? `${type}/${value}`
    : undefined
}

/** The party that a reference names: by its identifier, by the resource it leads to, or as an external reference. */
export function partyOf(reference: Json, resolved: Json | undefined): RmObject | undefined {
  const name = reference['display'] ?? nameIn(resolved)
  const identifiers = [reference['identifier'], ...listOf(resolved?.['identifier'])].flatMap(each =>
    isJson(each) && typeof each['value'] === 'string' ? [dvIdentifier(each)] : [],
  )
  const external = /^([A-Z]\w+)\/([\w.-]+)$/.exec(String(reference['reference'] ?? ''))
  if (typeof name !== 'string' && identifiers.length === 0 && external === null) return undefined
  return {
    _type: 'PARTY_IDENTIFIED',
    ...(external === null ? {} : { external_ref: externalRef(external[1] ?? '', external[2] ?? '') }),
    ...(typeof name === 'string' ? { name } : {}),
    ...(identifiers.length === 0 ? {} : { identifiers }),
  }
}

const externalRef = (type: string, id: string): RmObject => ({
  _type: 'PARTY_REF',
  id: { _type: 'GENERIC_ID', value: id, scheme: 'fhir' },
  namespace: 'fhir',
  type,
})

/** The name of a Practitioner, a Patient or an Organization. */
function nameIn(resource: Json | undefined): string | undefined {
  const name = resource?.['name']
  if (typeof name === 'string') return name
  const [first] = listOf(name)
  if (!isJson(first)) return undefined
  if (typeof first['text'] === 'string') return first['text']
  const parts = [...listOf(first['prefix']), ...listOf(first['given']), first['family']]
  return parts.filter(part => typeof part === 'string').join(' ') || undefined
}

export function dvIdentifier(identifier: Json): RmObject {
  const [coding] = listOf(isJson(identifier['type']) ? identifier['type']['coding'] : undefined)
  const type = isJson(coding) ? joined(coding['system'], coding['code']) : undefined
  const assigner = isJson(identifier['assigner']) ? referenceText(identifier['assigner']) : undefined
  return {
    _type: 'DV_IDENTIFIER',
    ...(typeof identifier['system'] === 'string' ? { issuer: identifier['system'] } : {}),
    ...(assigner === undefined ? {} : { assigner }),
    id: String(identifier['value']),
    ...(type === undefined ? {} : { type }),
  }
}

/** A reference as text: its identifier, else the reference itself, else its name (FHIRconnect, String). */
export function referenceText(reference: Json): string | undefined {
  const { identifier } = reference
  if (isJson(identifier)) return joined(identifier['system'], identifier['value'])
  const text = reference['reference'] ?? reference['display']
  return typeof text === 'string' ? text : undefined
}
