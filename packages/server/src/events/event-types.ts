/** The types of events: of versions by kind and change, of other changes by their notes. */
import { NOTE_TYPES } from '../audit/index.ts'
import { ATTESTATION, CREATION, DELETED, type Kind } from '../versions/index.ts'

/** The names of kinds in types. */
const NAMES = {
  COMPOSITION: 'composition',
  EHR_STATUS: 'status',
  EHR_ACCESS: 'access',
  FOLDER: 'directory',
  EPISODE: 'episode',
  PERSON: 'person',
  ORGANISATION: 'organisation',
  GROUP: 'group',
  AGENT: 'agent',
  ROLE: 'role',
} as const satisfies Partial<Record<Kind, string>>

export type RecordKind = keyof typeof NAMES

const PARTIES: readonly RecordKind[] = ['PERSON', 'ORGANISATION', 'GROUP', 'AGENT', 'ROLE']

/** Parties are in no EHR. */
export const isParty = (kind: RecordKind): boolean => PARTIES.includes(kind)

const CHANGES: Readonly<Record<number, string>> = {
  [CREATION]: 'created',
  [DELETED]: 'deleted',
  [ATTESTATION]: 'attested',
}

/** All other changes of the terminology add a version to those that there are. */
const OTHER = 'updated'

export const EHR_CREATED = 'ehr.created'
export const COMMITTED = 'contribution.committed'

export const typeOfVersion = (kind: RecordKind, changeType: number): string =>
  `${NAMES[kind]}.${CHANGES[changeType] ?? OTHER}`

export const EVENT_TYPES: readonly string[] = [
  EHR_CREATED,
  COMMITTED,
  ...Object.values(NAMES).flatMap(name =>
    [...Object.values(CHANGES), OTHER].map(change => `${name}.${change}`),
  ),
  ...NOTE_TYPES,
]

/** The part before the dot stands for all types that begin with it. */
export const EVENT_GROUPS: readonly string[] = [
  ...new Set(EVENT_TYPES.map(type => type.slice(0, type.indexOf('.')))),
]
