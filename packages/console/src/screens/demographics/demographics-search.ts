/** The addresses of people and organisations. */
import { PARTY_KINDS, type PartyKind } from '../../display/party-ref.ts'

export interface PeopleSearch {
  readonly q?: string
}

export function readPeopleSearch({ q }: Readonly<Record<string, unknown>>): PeopleSearch {
  const text = typeof q === 'number' ? String(q) : q
  return typeof text === 'string' && text !== '' ? { q: text } : {}
}

export interface PartySearch {
  /** An earlier version. */
  readonly version?: string
}

export const readPartySearch = ({ version }: Readonly<Record<string, unknown>>): PartySearch =>
  typeof version === 'string' && version !== '' ? { version } : {}

/** The kind in an address; a person for anything else. */
export const kindOf = (text: string): PartyKind => PARTY_KINDS.find(kind => kind === text) ?? 'person'
