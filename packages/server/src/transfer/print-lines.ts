/** Prints the lines of an export: one JSON object each, with documents as the database has them. */

import type { StoredDatamap } from '../datamap/index.ts'
import type { StoredQuery, StoredTemplate } from '../definitions/index.ts'
import { versionUid } from '../versions/index.ts'
import type {
  ExportedContribution,
  ExportedEhr,
  ExportedEhrTombstone,
  ExportedLink,
  ExportedMerge,
  ExportedObjectTombstone,
  ExportedPartyTombstone,
  ExportedVersion,
  RecordKey,
  SelectedCounts,
  SignedTemplate,
} from '../versions/transfer/index.ts'

/** The kinds of lines between the first and the last, in the order in which they come. */
export const KINDS = [
  'key',
  'template',
  'query',
  'datamap',
  'erased_ehr',
  'ehr',
  'erased_object',
  'contribution',
  'erased_party',
  'party_contribution',
  'person_link',
  'person_merge',
] as const

export type LineKind = (typeof KINDS)[number]

const FORMAT = 'cairn-export/1'

export interface ExportHeader {
  readonly created_at: string
  readonly generator: string
  readonly system_id: string
  /** Key id of the server: its numbers of templates are known by it. */
  readonly origin: string
  readonly scope: 'all' | 'selection'
  readonly expected: SelectedCounts
}

export const line = (record: string, members: object): string => JSON.stringify({ record, ...members })

export const headerLine = (header: ExportHeader): string => line('export', { format: FORMAT, ...header })

export const keyLine = ({ kid, jwk, createdAt }: RecordKey): string =>
  line('key', { kid, jwk, created_at: createdAt })

/** `signedAs`: numbers that other servers, whose records are here, have given to it. */
export const templateLine = (template: StoredTemplate, signedAs: readonly SignedTemplate[]): string =>
  line('template', {
    number: template.key,
    template_id: template.templateId,
    version: template.version,
    uid: template.uid,
    concept: template.concept,
    archetype_id: template.archetypeId,
    created_at: template.createdAt,
    ...(signedAs.length > 0 ? { signed_as: signedAs } : {}),
    opt: template.opt,
  })

export const queryLine = ({ name, major, minor, patch, prerelease, q, savedAt }: StoredQuery): string =>
  line('query', { name, major, minor, patch, prerelease, saved_at: savedAt, q })

export const datamapLine = (datamap: StoredDatamap): string =>
  line('datamap', {
    name: datamap.name,
    uid: datamap.uid,
    version: datamap.version,
    template_id: datamap.templateId,
    template: datamap.templateKey,
    format: datamap.format,
    saved_at: datamap.savedAt,
    saved_by: datamap.savedBy,
    definition: datamap.definition,
  })

export const ehrTombstoneLine = (tombstone: ExportedEhrTombstone): string => line('erased_ehr', tombstone)

export const objectTombstoneLine = (tombstone: ExportedObjectTombstone): string =>
  line('erased_object', tombstone)

export const ehrLine = (ehr: ExportedEhr): string => line('ehr', ehr)

function versionText({ version, object, tags, findings }: ExportedVersion): string {
  const { kind, templateKey, otherInputs, envelope, data } = version
  const head = {
    uid: versionUid(version),
    kind,
    template: templateKey,
    ...(otherInputs.length > 0 ? { other_inputs: otherInputs } : {}),
    ...(object ? { object: { episode_id: object.episode_id, merged_from: object.merged_from } } : {}),
    ...(tags.length > 0
      ? {
          tags: tags.map(({ version: of, key, target_path, value, position }) => ({
            version: of,
            key,
            target_path,
            value,
            position,
          })),
        }
      : {}),
    ...(findings ? { findings: { total: findings.total, findings: findings.findings } } : {}),
  }
  return `${JSON.stringify(head).slice(0, -1)},"envelope":${envelope}${data === null ? '' : `,"data":${data}`}}`
}

export const partyTombstoneLine = (tombstone: ExportedPartyTombstone): string =>
  line('erased_party', tombstone)

export const linkLine = (link: ExportedLink): string => line('person_link', link)

export const mergeLine = (merge: ExportedMerge): string => line('person_merge', merge)

export function contributionLine(
  contribution: ExportedContribution,
  kind: 'contribution' | 'party_contribution' = 'contribution',
): string {
  const { ehrId, contributionId, committedAt, removed, audit, versions } = contribution
  const head = line(kind, {
    ehr_id: ehrId,
    contribution_id: contributionId,
    committed_at: committedAt,
    ...(removed > 0 ? { removed } : {}),
  })
  return `${head.slice(0, -1)},"audit":${audit},"versions":[${versions.map(versionText).join(',')}]}`
}

/** Numbers of lines by kind, and of versions, which are inside contributions. */
export type ExportCounts = Readonly<Record<LineKind | 'version', number>>

/** The last line. Without it the export is not complete. */
export const manifestLine = (counts: Partial<ExportCounts>, sha256: string): string =>
  line('manifest', { counts, sha256 })
