/** The roles of people, in plain words. */
import type { Person } from '@cairn-ehr/client'
import type { TextKey } from './texts.ts'

export type Role = Person['roles'][number]

export const ROLES: readonly (readonly [role: Role, name: TextKey, words: TextKey])[] = [
  ['clinician', 'Clinician', 'Reads and writes records, runs queries'],
  ['nurse', 'Nurse', 'Reads and writes records, runs queries'],
  ['integrator', 'Integrator', 'Also stores data that break their template'],
  ['researcher', 'Researcher', 'Sees records without names, and dates that are moved'],
  ['auditor', 'Auditor', 'Reads the audit trail and reviews access, sees no records'],
  ['administrator', 'Administrator', 'May do everything: people, clients, audit, erasure'],
]

export type AssignableRole = Person['assigned_roles'][number]

/** Roles that can be held to some EHRs: the others are about the service as a whole. */
const ASSIGNABLE: ReadonlySet<string> = new Set<AssignableRole>(['clinician', 'nurse', 'integrator'])

export const isAssignableRole = (text: string): text is AssignableRole => ASSIGNABLE.has(text)

export const isRole = (text: string): text is Role => ROLES.some(([role]) => role === text)

/** People whose name, id or address has the text. */
export function foundPeople(people: readonly Person[], text: string): readonly Person[] {
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
