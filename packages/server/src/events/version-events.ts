/** Events of versions and of the contributions that they belong to. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedQueries } from '../db/index.ts'
import { CREATION, versionUid } from '../versions/index.ts'
import { restoreEnvelope, rubric } from '../versions/printed/index.ts'
import { findVersionsOf } from '../versions/transfer/index.ts'
import type { DerivedEvent, EventData } from './change-event.ts'
import { COMMITTED, EHR_CREATED, isParty, typeOfVersion } from './event-types.ts'
import { shownTags } from './shown-tags.ts'
import {
  findArchetypes,
  findTagsOf,
  findVersionFacts,
  type TagRow,
  type VersionFacts,
} from './source-store.ts'

/** The order of the events of one change: parts of versions come after these, by their numbers, which stay when others are erased. */
const [FIRST_PART, CONTRIBUTION_PART] = [0, 1]
const partOf = ({ commit_number }: VersionFacts): number => CONTRIBUTION_PART + commit_number

export interface PartEvent extends DerivedEvent {
  readonly part: number
}

/** The event of a note is the only one of its change. */
export const onlyPart = (event: DerivedEvent): PartEvent => ({ ...event, part: FIRST_PART })

const columnsOf = (facts: VersionFacts) => ({
  committedAt: facts.committed_at,
  changeType: facts.change_type,
  lifecycle: facts.lifecycle,
  systemId: facts.system_id,
  templateKey: facts.template_key,
})

const committerOf = (facts: VersionFacts): RmObject | undefined => {
  const envelope = JSON.parse(restoreEnvelope(facts.envelope, columnsOf(facts))) as RmObject
  return (envelope['commit_audit'] as RmObject | undefined)?.['committer'] as RmObject | undefined
}

const uidOf = ({ object_id, system_id, version }: VersionFacts): string =>
  versionUid({ objectId: object_id, systemId: system_id, version })

interface Facts {
  readonly archetypes: ReadonlyMap<number, readonly string[]>
  readonly tags: ReadonlyMap<string, readonly TagRow[]>
  /** JSON by uid; absent unless content is asked for. */
  readonly contents: ReadonlyMap<string, unknown> | undefined
}

function eventOfVersion(facts: VersionFacts, { archetypes, tags, contents }: Facts): PartEvent {
  const { ehr_id, object_id, version, kind, change_type, lifecycle, contribution_id } = facts
  const uid = uidOf(facts)
  const own = (tags.get(object_id) ?? []).filter(tag => tag.version === 0 || tag.version === version)
  const ids = archetypes.get(facts.commit_number)
  const data: EventData = {
    ...(isParty(kind) ? {} : { ehr_id }),
    uid,
    object_id,
    version,
    change_type: rubric('audit change type', change_type),
    lifecycle_state: rubric('version lifecycle state', lifecycle),
    ...(facts.template_id === null ? {} : { template_id: facts.template_id }),
    ...(ids && { archetype_ids: ids }),
    ...committedBy(facts),
    contribution_id,
    ...(facts.episode_id === null ? {} : { episode_id: facts.episode_id }),
    tags: shownTags(own),
    ...(contents && { content: contents.get(uid) ?? null }),
  }
  const type = typeOfVersion(kind, change_type)
  return { part: partOf(facts), type, subject: uid, time: facts.committed_at, data }
}

const committedBy = (facts: VersionFacts): Pick<EventData, 'committer'> => {
  const committer = committerOf(facts)
  return committer ? { committer } : {}
}

const isNewEhr = ({ kind, version, change_type, is_retired }: VersionFacts): boolean =>
  kind === 'EHR_STATUS' && version === 1 && change_type === CREATION && !is_retired

/** The events of a contribution, from the versions of it that the caller may see; none if it sees no version. */
function eventsOfContribution(versions: readonly VersionFacts[], facts: Facts): readonly PartEvent[] {
  const [first] = versions
  if (!first) return []
  const { ehr_id, contribution_id, committed_at: time } = first
  const made = versions.find(isNewEhr)
  const whole: EventData = { ehr_id, contribution_id, ...committedBy(first), versions: versions.map(uidOf) }
  return [
    ...(made
      ? [{ part: FIRST_PART, type: EHR_CREATED, subject: ehr_id, time, data: { ehr_id, contribution_id } }]
      : []),
    { part: CONTRIBUTION_PART, type: COMMITTED, subject: contribution_id, time, data: whole },
    ...versions.map(each => eventOfVersion(each, facts)),
  ]
}

async function findContents(
  db: LimitedQueries,
  versions: readonly VersionFacts[],
): Promise<ReadonlyMap<string, unknown>> {
  const keys = new Map(
    versions.map(({ ehr_id, contribution_id }) => [
      contribution_id,
      { ehrId: ehr_id, contributionId: contribution_id },
    ]),
  )
  const found = await findVersionsOf(db, [...keys.values()])
  return new Map(
    found.map(version => [versionUid(version), version.data === null ? null : JSON.parse(version.data)]),
  )
}

const grouped = (versions: readonly VersionFacts[]): ReadonlyMap<string, readonly VersionFacts[]> => {
  const groups = new Map<string, VersionFacts[]>()
  for (const each of versions)
    groups.set(each.contribution_id, [...(groups.get(each.contribution_id) ?? []), each])
  return groups
}

/** True if an event of this type, about a record of this template, may pass. */
export type IsWanted = (type: string, templateId: string | undefined) => boolean

/** Of versions whose events may pass: the others are left out anyway. */
async function findFacts(
  db: LimitedQueries,
  versions: readonly VersionFacts[],
  { withContent, isWanted }: WantedEvents,
): Promise<Facts> {
  const wanted = versions.filter(({ kind, change_type, template_id }) =>
    isWanted(typeOfVersion(kind, change_type), template_id ?? undefined),
  )
  return {
    archetypes: await findArchetypes(db, wanted),
    tags: await findTagsOf(db, wanted),
    contents: withContent ? await findContents(db, wanted) : undefined,
  }
}

interface WantedEvents {
  readonly withContent: boolean
  readonly isWanted: IsWanted
}

/** By the id of the contribution. */
export async function eventsOfContributions(
  db: LimitedQueries,
  contributions: readonly string[],
  wanted: WantedEvents,
): Promise<ReadonlyMap<string, readonly PartEvent[]>> {
  const versions = await findVersionFacts(db, contributions)
  const facts = await findFacts(db, versions, wanted)
  return new Map([...grouped(versions)].map(([id, own]) => [id, eventsOfContribution(own, facts)]))
}

/** The same of contributions to parties, whose events are those of their versions. `db`: the database of parties. */
export async function eventsOfParties(
  db: LimitedQueries,
  contributions: readonly string[],
  wanted: WantedEvents,
): Promise<ReadonlyMap<string, readonly PartEvent[]>> {
  const versions = await findVersionFacts(db, contributions, 'parties')
  const facts = await findFacts(db, versions, wanted)
  return new Map(
    [...grouped(versions)].map(([id, own]) => [id, own.map(each => eventOfVersion(each, facts))]),
  )
}
