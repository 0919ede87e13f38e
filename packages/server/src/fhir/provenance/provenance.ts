/** A Provenance for each version of a composition: the resources that it has, and who committed it, when and why. */
import { isJson, type Json, listOf, type Resource } from '@cairn-ehr/fhir'
import { CREATION, DELETED, type StoredVersion, versionUid } from '../../versions/index.ts'
import type { IdentifiedResource } from '../resource/resources-of-version.ts'

const V3_OPERATION = 'http://terminology.hl7.org/CodeSystem/v3-DataOperation'
const PARTICIPANT = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type'

const operationOf = (changeType: number): 'CREATE' | 'UPDATE' | 'DELETE' => {
  if (changeType === CREATION) return 'CREATE'
  return changeType === DELETED ? 'DELETE' : 'UPDATE'
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The name of a party, and its id where it refers to one. */
function partyOf(party: unknown): Json | undefined {
  if (!isJson(party)) return undefined
  const reference = isJson(party['external_ref']) ? party['external_ref'] : {}
  const id = isJson(reference['id']) ? textOf(reference['id']['value']) : undefined
  const name = textOf(party['name'])
  if (name === undefined && id === undefined) return undefined
  return {
    ...(id === undefined ? {} : { identifier: { value: id } }),
    ...(name === undefined ? {} : { display: name }),
  }
}

const agent = (code: 'author' | 'enterer', who: Json): Json => ({
  type: {
    coding: [{ system: PARTICIPANT, code, display: code === 'author' ? 'Author' : 'Enterer' }],
  },
  who,
})

const NOBODY: Json = { display: 'unknown' }

/** The committer, and the composer where the version has data. */
function agentsOf(audit: Json, data: unknown): readonly Json[] {
  const composer = isJson(data) ? partyOf(data['composer']) : undefined
  return [
    agent('enterer', partyOf(audit['committer']) ?? NOBODY),
    ...(composer === undefined ? [] : [agent('author', composer)]),
  ]
}

const wordsOf = (text: unknown): string | undefined => (isJson(text) ? textOf(text['value']) : undefined)

const entity = (role: 'source' | 'revision', uid: string): Json => ({
  role,
  what: { identifier: { system: 'urn:openehr:version-uid', value: uid } },
})

/** `id`: that of the composition and the number of its version. */
const provenanceId = ({ objectId, version }: Pick<StoredVersion, 'objectId' | 'version'>): string =>
  `${objectId}.${version}`

/** `targets`: the resources of the version; of a deletion, those of the version before. */
export function provenanceOf(
  stored: StoredVersion,
  targets: readonly IdentifiedResource[],
): IdentifiedResource {
  const { objectId, systemId, version, changeType, committedAt } = stored
  const envelope: unknown = JSON.parse(stored.envelope)
  const audit = isJson(envelope) && isJson(envelope['commit_audit']) ? envelope['commit_audit'] : {}
  const data: unknown = stored.data === null ? undefined : JSON.parse(stored.data)
  const operation = operationOf(changeType)
  const words = wordsOf(audit['change_type'])
  const reason = wordsOf(audit['description'])
  const uidOf = (number: number) => versionUid({ objectId, systemId, version: number })
  return {
    resourceType: 'Provenance',
    id: provenanceId(stored),
    meta: { versionId: '1', lastUpdated: committedAt.toISOString() },
    target: targets.map(({ resourceType, id, meta }) => ({
      reference: `${resourceType}/${id}/_history/${meta['versionId']}`,
    })),
    recorded: committedAt.toISOString(),
    ...(reason === undefined ? {} : { reason: [{ text: reason }] }),
    activity: {
      coding: [{ system: V3_OPERATION, code: operation }],
      ...(words === undefined ? {} : { text: words }),
    },
    agent: agentsOf(audit, data),
    entity: [
      entity('source', uidOf(version)),
      ...(version > 1 ? [entity('revision', uidOf(version - 1))] : []),
    ],
  }
}

/** The `target` of a search: a resource, or one version of it. */
export interface ProvenanceTarget {
  readonly type: string
  readonly id: string
  readonly version: number | undefined
}

const TARGET = /(?:^|\/)([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]{1,64})(?:\/_history\/([1-9]\d{0,8}))?$/

export function targetIn(text: string): ProvenanceTarget | undefined {
  const [, type, id, version] = TARGET.exec(text) ?? []
  if (type === undefined || id === undefined) return undefined
  return { type, id, version: version === undefined ? undefined : Number(version) }
}

/** True if the Provenance names a version of the resource. */
export const isAbout = ({ target }: Resource, { type, id }: ProvenanceTarget): boolean =>
  listOf(target).some(each => isJson(each) && String(each['reference']).startsWith(`${type}/${id}/_history/`))
