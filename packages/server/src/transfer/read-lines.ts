/** Reads the lines of an import. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { StoredDatamap } from '../datamap/index.ts'
import type { StoredQuery, StoredTemplate } from '../definitions/index.ts'
import { type EhrId, type ObjectId, readVersionUid } from '../ids/index.ts'
import type { Kind } from '../versions/index.ts'
import type {
  ExportedEhr,
  ExportedEhrTombstone,
  ExportedEpisode,
  ExportedFindings,
  ExportedLink,
  ExportedMerge,
  ExportedObject,
  ExportedObjectTombstone,
  ExportedPartyTombstone,
  ExportedTag,
  RecordKey,
  SignedTemplate,
} from '../versions/transfer/index.ts'
import {
  booleanOf,
  idOf,
  idOrNull,
  integerOf,
  listOf,
  type Members,
  membersOf,
  rejected,
  textOf,
  textOrNull,
  textsOf,
  timeOf,
} from './fields.ts'

export const readKey = (line: Members): Omit<RecordKey, 'isOwn'> => {
  const jwk = membersOf(line, 'jwk')
  const kid = textOf(line, 'kid')
  if (jwk['kty'] !== 'OKP' || jwk['crv'] !== 'Ed25519' || typeof jwk['x'] !== 'string' || 'd' in jwk)
    throw rejected('"jwk" must be a public Ed25519 key.')
  return { kid, jwk: { ...jwk, kid }, createdAt: timeOf(line, 'created_at') }
}

export interface GivenTemplate extends Omit<StoredTemplate, 'artefactId'> {
  readonly signedAs: readonly SignedTemplate[]
}

export const readTemplate = (line: Members): GivenTemplate => ({
  key: integerOf(line, 'number'),
  templateId: textOf(line, 'template_id'),
  version: integerOf(line, 'version'),
  uid: textOrNull(line, 'uid'),
  concept: textOf(line, 'concept'),
  archetypeId: textOf(line, 'archetype_id'),
  createdAt: timeOf(line, 'created_at'),
  opt: textOf(line, 'opt'),
  signedAs: listOf(line, 'signed_as').map(each => ({
    kid: textOf(each, 'kid'),
    number: integerOf(each, 'number'),
  })),
})

export const readQuery = (line: Members): StoredQuery => ({
  name: textOf(line, 'name'),
  major: integerOf(line, 'major'),
  minor: integerOf(line, 'minor'),
  patch: integerOf(line, 'patch'),
  prerelease: textOf(line, 'prerelease'),
  q: textOf(line, 'q'),
  savedAt: timeOf(line, 'saved_at'),
})

/** `templateKey` is the number of the template on the server that made the export. */
export function readDatamap(line: Members): StoredDatamap {
  const format = textOf(line, 'format')
  if (format !== 'xml' && format !== 'json') throw rejected('"format" must be xml or json.')
  return {
    name: textOf(line, 'name'),
    uid: idOf(line, 'uid'),
    version: integerOf(line, 'version'),
    definition: textOf(line, 'definition'),
    format,
    templateId: textOf(line, 'template_id'),
    templateKey: integerOf(line, 'template'),
    savedAt: timeOf(line, 'saved_at'),
    savedBy: textOf(line, 'saved_by'),
  }
}

const tombstoneOf = (line: Members) => ({
  ehr_id: idOf<EhrId>(line, 'ehr_id'),
  erased_at: timeOf(line, 'erased_at'),
  client_id: textOf(line, 'client_id'),
  reason: textOf(line, 'reason'),
})

export const readEhrTombstone = (line: Members): ExportedEhrTombstone => ({
  ...tombstoneOf(line),
  merged_into: idOrNull<EhrId>(line, 'merged_into'),
})

export const readObjectTombstone = (line: Members): ExportedObjectTombstone => ({
  ...tombstoneOf(line),
  object_id: idOf<ObjectId>(line, 'object_id'),
  kind: textOf(line, 'kind'),
})

export const readPartyTombstone = (line: Members): ExportedPartyTombstone => ({
  ...tombstoneOf(line),
  ehr_id: idOf<ObjectId>(line, 'ehr_id'),
})

export const readLink = (line: Members): ExportedLink => ({
  person_id: idOf<ObjectId>(line, 'person_id'),
  ehr_id: idOf<EhrId>(line, 'ehr_id'),
})

export const readMerge = (line: Members): ExportedMerge => ({
  person_id: idOf<ObjectId>(line, 'person_id'),
  into_id: idOf<ObjectId>(line, 'into_id'),
  merged_at: timeOf(line, 'merged_at'),
  client_id: textOf(line, 'client_id'),
  person: textOrNull(line, 'person'),
  reason: textOf(line, 'reason'),
  has_passed_ehr: booleanOf(line, 'has_passed_ehr'),
})

const episodeOf = (line: Members): ExportedEpisode => ({
  episode_id: idOf<ObjectId>(line, 'episode_id'),
  number: integerOf(line, 'number'),
  name: textOf(line, 'name'),
  active: booleanOf(line, 'active'),
  urgency: textOrNull(line, 'urgency'),
  care_circuit: textOrNull(line, 'care_circuit'),
  starts_text: textOf(line, 'starts_text'),
  ends_text: textOrNull(line, 'ends_text'),
  deleted: booleanOf(line, 'deleted'),
})

export function readEhr(line: Members): ExportedEhr {
  const episodes = listOf(line, 'episodes').map(episodeOf)
  const defaultEpisode = idOf<ObjectId>(line, 'default_episode_id')
  if (!episodes.some(({ episode_id }) => episode_id === defaultEpisode))
    throw rejected('"episodes" must have the default episode.')
  return {
    ehr_id: idOf<EhrId>(line, 'ehr_id'),
    system_id: textOf(line, 'system_id'),
    created_at: timeOf(line, 'created_at'),
    status_id: idOf<ObjectId>(line, 'status_id'),
    ...(line['status_version'] === undefined ? {} : { status_version: integerOf(line, 'status_version') }),
    access_id: idOf<ObjectId>(line, 'access_id'),
    directory_id: idOrNull<ObjectId>(line, 'directory_id'),
    default_episode_id: defaultEpisode,
    is_modifiable: booleanOf(line, 'is_modifiable'),
    is_queryable: booleanOf(line, 'is_queryable'),
    subjects: listOf(line, 'subjects').map(each => ({
      namespace: textOf(each, 'namespace'),
      subject_id: textOf(each, 'subject_id'),
    })),
    episodes,
  }
}

/** The kinds of versions in a line, by the kind of the line. */
const VERSION_KINDS: Readonly<Record<'contribution' | 'party_contribution', readonly string[]>> = {
  contribution: ['COMPOSITION', 'EHR_STATUS', 'EHR_ACCESS', 'FOLDER', 'EPISODE'],
  party_contribution: ['PERSON', 'ORGANISATION', 'GROUP', 'AGENT', 'ROLE'],
}

const tagOf = (line: Members): ExportedTag => ({
  version: integerOf(line, 'version'),
  key: textOf(line, 'key'),
  target_path: textOf(line, 'target_path'),
  value: textOrNull(line, 'value'),
  position: integerOf(line, 'position'),
})

const objectOf = (line: Members): ExportedObject => ({
  episode_id: idOrNull<ObjectId>(line, 'episode_id'),
  merged_from: idOrNull<EhrId>(line, 'merged_from'),
})

const findingsOf = (line: Members): ExportedFindings => ({
  total: integerOf(line, 'total'),
  findings: listOf(line, 'findings'),
})

/** A version as it stands in a line: the number of its template is that of the server that made the export. */
export interface LineVersion {
  readonly objectId: ObjectId
  readonly systemId: string
  readonly version: number
  readonly kind: Kind
  readonly template: number | null
  readonly otherInputs: readonly string[]
  readonly envelope: RmObject
  readonly data: RmObject | undefined
  readonly object: ExportedObject | undefined
  readonly tags: readonly ExportedTag[]
  readonly findings: ExportedFindings | undefined
}

function versionOf(line: Members, kinds: readonly string[]): LineVersion {
  const id = readVersionUid(textOf(line, 'uid'))
  if (!id) throw rejected('"uid" must be <uuid>::<system id>::<number>.')
  const kind = textOf(line, 'kind')
  if (!kinds.includes(kind)) throw rejected(`"kind" must be one of ${kinds.join(', ')}.`)
  return {
    ...id,
    kind: kind as Kind,
    template:
      line['template'] === undefined || line['template'] === null ? null : integerOf(line, 'template'),
    otherInputs: textsOf(line, 'other_inputs'),
    envelope: membersOf(line, 'envelope') as RmObject,
    data: line['data'] === undefined ? undefined : (membersOf(line, 'data') as RmObject),
    object: line['object'] === undefined ? undefined : objectOf(membersOf(line, 'object')),
    tags: listOf(line, 'tags').map(tagOf),
    findings: line['findings'] === undefined ? undefined : findingsOf(membersOf(line, 'findings')),
  }
}

export interface LineContribution {
  readonly ehrId: EhrId
  readonly contributionId: string
  readonly committedAt: Date
  readonly audit: string
  readonly removed: number
  readonly versions: readonly LineVersion[]
}

export const readContribution = (
  line: Members,
  kind: keyof typeof VERSION_KINDS = 'contribution',
): LineContribution => ({
  ehrId: idOf<EhrId>(line, 'ehr_id'),
  contributionId: idOf(line, 'contribution_id'),
  committedAt: timeOf(line, 'committed_at'),
  audit: JSON.stringify(membersOf(line, 'audit')),
  removed: line['removed'] === undefined ? 0 : integerOf(line, 'removed'),
  versions: listOf(line, 'versions').map(each => versionOf(each, VERSION_KINDS[kind])),
})
