/** The part of an EHR that an address shows. */
import { ENTRY_KINDS, type EntryKind } from '../../display/clinical/definition.ts'

export const EHR_VIEWS = [
  'glance',
  'records',
  'results',
  'trends',
  'directory',
  'contributions',
  'tags',
  'episodes',
  'access',
] as const

export type EhrView = (typeof EHR_VIEWS)[number]

export interface EhrPageSearch {
  readonly view?: EhrView
  readonly template?: string | undefined
  readonly author?: string | undefined
  readonly kind?: EntryKind | undefined
}

const textAt = (search: Readonly<Record<string, unknown>>, name: 'template' | 'author') => {
  const value = search[name]
  return typeof value === 'string' && value !== '' ? { [name]: value } : {}
}

export function readEhrPageSearch(search: Readonly<Record<string, unknown>>): EhrPageSearch {
  const view = EHR_VIEWS.find(each => each === search['view'])
  const kind = ENTRY_KINDS.find(each => each === search['kind'])
  return {
    ...(view === undefined ? {} : { view }),
    ...textAt(search, 'template'),
    ...textAt(search, 'author'),
    ...(kind === undefined ? {} : { kind }),
  }
}
