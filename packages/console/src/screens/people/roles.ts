/** The roles of people, in plain words: the built-in ones in the language of the reader, others as administrators wrote them. */
import type { Account, AccountRole, NewRole } from '@cairn-ehr/client'
import type { TextKey } from './texts.ts'

const BUILT_IN: Readonly<Record<string, readonly [name: TextKey, words: TextKey]>> = {
  clinician: ['Clinician', 'Reads and writes records, runs queries'],
  nurse: ['Nurse', 'Reads and writes records, runs queries'],
  integrator: ['Integrator', 'Also stores data that break their template'],
  researcher: ['Researcher', 'Sees records without names, and dates that are moved'],
  auditor: ['Auditor', 'Reads the audit trail and reviews access, sees no records'],
  administrator: ['Administrator', 'May do everything: people, clients, audit, erasure'],
}

type Translate = (key: TextKey) => string

const builtIn = (name: string) => (Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined)

/** The name of a role for readers. */
export function roleName(name: string, t: Translate): string {
  const texts = builtIn(name)
  return texts ? t(texts[0]) : name
}

export function roleWords(
  { name, description }: Pick<AccountRole, 'name' | 'description'>,
  t: Translate,
): string {
  const texts = builtIn(name)
  return texts ? t(texts[1]) : description
}

export interface RoleForm {
  readonly name: string
  readonly description: string
  /** One in a line. */
  readonly rights: string
  readonly scopes: readonly string[]
  readonly assignable: boolean
  readonly deidentified: boolean
}

export const EMPTY_ROLE: RoleForm = {
  name: '',
  description: '',
  rights: '',
  scopes: [],
  assignable: false,
  deidentified: false,
}

/** A form with what a role has; a copy gets a name of its own. */
export const formOf = (
  { name, description, rights = [], scopes = [], assignable, deidentified }: AccountRole,
  isCopy: boolean,
): RoleForm => ({
  name: isCopy ? '' : name,
  description,
  rights: rights.join('\n'),
  scopes,
  assignable,
  deidentified,
})

/** The call for what was typed. */
export function roleIn(form: RoleForm): NewRole {
  const { name, description, rights, scopes, assignable, deidentified } = form
  return {
    name: name.trim(),
    description: description.trim(),
    rights: rights.split(/\s+/).filter(line => line !== ''),
    scopes: scopes as NonNullable<NewRole['scopes']>,
    assignable,
    deidentified,
  }
}

/** People whose name, id or address has the text. */
export function foundPeople(people: readonly Account[], text: string): readonly Account[] {
  const wanted = text.trim().toLowerCase()
  return wanted === ''
    ? people
    : people.filter(({ name, person_id, email }) =>
        [name, person_id, email ?? ''].some(each => each.toLowerCase().includes(wanted)),
      )
}

/** A short name for a browser, from the text that it sends. */
export function browserName(userAgent: string): string {
  const known = [
    ['Edg/', 'Edge'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ] as const
  const browser = known.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(userAgent)?.[0]
  return browser === undefined ? userAgent : [browser, system].filter(each => each !== undefined).join(' · ')
}
