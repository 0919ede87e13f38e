/** Identifiers of terminologies, templates and generic objects, and URIs into other records. */
import { attributesOf, type Unvalidated } from '../typed.ts'
import type { LocatableRef, UidBasedId } from '../types.generated.ts'
import { malformed } from './malformed.ts'

/** `name` or `name(version)`. */
export interface TerminologyId {
  readonly name: string
  readonly version?: string
}

const TERMINOLOGY_ID = /^([^()]*[^()\s])\s*(?:\(([^()]+)\))?$/

export function parseTerminologyId(text: string): TerminologyId {
  const [, name, version] = TERMINOLOGY_ID.exec(text) ?? []
  if (name === undefined) return malformed('TERMINOLOGY_ID', text, 'name or name(version)')
  return { name, ...(version === undefined ? {} : { version }) }
}

export const printTerminologyId = ({ name, version }: TerminologyId): string =>
  version === undefined ? name : `${name}(${version})`

/** TEMPLATE_ID is any text that is there; blanks inside are common. */
export const parseTemplateId = (text: string): string =>
  text.trim() === '' ? malformed('TEMPLATE_ID', text, 'a text') : text

/** GENERIC_ID: an id of any form with the scheme that it comes from. */
export interface GenericId {
  readonly value: string
  readonly scheme: string
}

export function parseGenericId(value: string, scheme: string): GenericId {
  if (value === '') return malformed('GENERIC_ID', value, 'a text')
  if (scheme === '') return malformed('GENERIC_ID', scheme, 'a scheme')
  return { value, scheme }
}

/**
 * An `ehr:` URI (DV_EHR_URI): a place in this EHR, in another one, or in another system. `locator` is what stands for
 * the top-level object: a version id, an object id with or without `@selector`, or an attribute such as `compositions`.
 */
export interface EhrUri {
  readonly system?: string
  readonly ehr?: string
  readonly locator?: string
  /** Path inside the object, with its leading slash. */
  readonly path?: string
}

const EHR_URI = /^ehr:(?:\/\/([^/]*))?(\/?)([^\s]*)$/i

export function parseEhrUri(text: string): EhrUri {
  const match = EHR_URI.exec(text)
  if (match === null) return malformed('EHR URI', text, 'ehr://system/ehr_id/object/path')
  const [, system, slash, rest = ''] = match
  const segments = rest.split('/')
  // A leading slash starts at the EHR; without one the URI is relative to the EHR that holds it.
  const ehr = slash === '/' ? segments.shift() : undefined
  const locator = segments.shift()
  const path = segments.length === 0 ? undefined : `/${segments.join('/')}`
  if (!ehr && !locator) return malformed('EHR URI', text, 'an EHR or an object')
  return {
    ...(system ? { system } : {}),
    ...(ehr ? { ehr } : {}),
    ...(locator ? { locator } : {}),
    ...(path === undefined ? {} : { path }),
  }
}

export function printEhrUri({ system, ehr, locator, path }: EhrUri): string {
  const start = `ehr:${system === undefined ? '' : `//${system}`}`
  if (ehr === undefined) return `${start}${locator ?? ''}${path ?? ''}`
  return `${start}/${ehr}${locator === undefined ? '' : `/${locator}`}${path ?? ''}`
}

/** The URI that a LOCATABLE_REF stands for (LOCATABLE_REF.as_uri). */
export function locatableRefUri({ id, path }: Unvalidated<LocatableRef>): string {
  const inside = typeof path !== 'string' || path === '' ? '' : path.startsWith('/') ? path : `/${path}`
  return `ehr://${String(attributesOf<UidBasedId>(id).value ?? '')}${inside}`
}
