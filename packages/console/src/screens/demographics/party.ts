/** Reads a party with its history, its EHR, and the names of the parties that it refers to. */
import { type CairnClient, isCairnError } from '@cairn-ehr/client'
import { identifiedParty, type LocalParty, type PartyKind } from '../../display/party-ref.ts'
import { listAt, nameOf, objectAt, partyName, type RmObject, textAt } from '../../display/rm-object.ts'
import { identityText, type PartyRelation, performerOf, relationshipsOf, rolesOf } from './party-view.ts'
import { type PatientFacts, peopleOf } from './patients.ts'

export interface PartyVersion {
  readonly uid: string
  readonly number: number
  readonly time: string
  readonly committer: string
  /** The committer, if it is a party of this server. */
  readonly party: LocalParty | undefined
  readonly change: string
}

export interface ReadParty {
  /** Absent for a version that deleted the party. */
  readonly party: RmObject | undefined
  readonly versions: readonly PartyVersion[]
  readonly person: PatientFacts | undefined
  /** Names of other parties, by uid. */
  readonly names: ReadonlyMap<string, string>
}

/** The latest first. */
function versionsIn(history: RmObject): PartyVersion[] {
  return listAt(history, 'items')
    .map(item => {
      const uid = textAt(objectAt(item, 'version_id'), 'value') ?? ''
      const [audit] = listAt(item, 'audits')
      return {
        uid,
        number: Number(uid.split('::')[2] ?? '1'),
        time: textAt(objectAt(audit, 'time_committed'), 'value') ?? '',
        committer: partyName(objectAt(audit, 'committer')),
        party: identifiedParty(objectAt(audit, 'committer')),
        change: textAt(objectAt(audit, 'change_type'), 'value') ?? '',
      }
    })
    .sort((a, b) => b.number - a.number)
}

/** Undefined for a party that was deleted, erased, or that the reader may not see. */
async function partyAt(
  cairn: CairnClient,
  { kind, uid }: LocalParty,
  signal: AbortSignal,
): Promise<RmObject | undefined> {
  const answer = await cairn.call(`GET /openehr/v1/demographic/${kind}/${uid}`, {
    headers: { Accept: 'application/json' },
    signal,
  })
  return answer.status === 204 ? undefined : ((await answer.json()) as RmObject)
}

const ifSeen = (error: unknown): undefined => {
  if (isCairnError(error) && [403, 404].includes(error.status)) return undefined
  throw error
}

/** Most parties that are read one by one for their names. People are read together. */
const MOST_READ = 20

const isPerson = ({ kind }: LocalParty): boolean => kind === 'person'

const partiesOf = (relations: readonly PartyRelation[]): LocalParty[] =>
  relations.flatMap(({ party }) => party ?? [])

/** A role is named by what it is, with the organisation that it is in. */
export async function nameAt(cairn: CairnClient, party: LocalParty, signal: AbortSignal): Promise<string> {
  const read = await partyAt(cairn, party, signal).catch(ifSeen)
  if (!read) return ''
  if (party.kind !== 'role') return identityText(read)
  const employers = partiesOf(relationshipsOf(read)).filter(({ kind }) => kind === 'organisation')
  const names = await Promise.all(employers.slice(0, 2).map(each => nameAt(cairn, each, signal)))
  return [nameOf(read), ...names.filter(name => name !== '')].join(' · ')
}

async function namesOf(
  cairn: CairnClient,
  parties: readonly LocalParty[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const people = parties.filter(isPerson).map(({ uid }) => uid)
  const others = parties.filter(each => !isPerson(each)).slice(0, MOST_READ)
  const [found, names] = await Promise.all([
    peopleOf(cairn, people, signal),
    Promise.all(others.map(async each => [each.uid, await nameAt(cairn, each, signal)] as const)),
  ])
  return new Map([...[...found].map(([uid, { name }]) => [uid, name] as const), ...names])
}

/** `version`: a version uid, for an earlier one. */
export async function readParty(
  cairn: CairnClient,
  { kind, uid }: LocalParty,
  version: string | undefined,
  signal: AbortSignal,
): Promise<ReadParty> {
  const [party, history, people] = await Promise.all([
    partyAt(cairn, { kind, uid: version ?? uid }, signal),
    cairn.demographic.versionedPartyRevisionHistory({ versioned_object_uid: uid }, { signal }),
    kind === ('person' satisfies PartyKind) ? peopleOf(cairn, [uid], signal) : undefined,
  ])
  const performer = party && performerOf(party)
  const relations = party
    ? [...relationshipsOf(party), ...rolesOf(party), ...(performer ? [performer] : [])]
    : []
  const person = people?.get(uid)
  return {
    party,
    versions: versionsIn(history as unknown as RmObject),
    // A person who was merged has a page of its own, with its own data.
    person: person?.personUid === uid ? person : undefined,
    names: await namesOf(cairn, partiesOf(relations), signal),
  }
}
