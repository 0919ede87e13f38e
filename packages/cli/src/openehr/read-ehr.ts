/** Reads one EHR of another openEHR server: its status, compositions and directory with all their versions. */
import type { OpenEhrSource } from './source.ts'
import {
  auditAt,
  COMPLETE,
  CREATION,
  contributionLines,
  derivedId,
  isJson,
  type Json,
  MODIFICATION,
  memberAt,
  type ReadVersion,
  readVersion,
  textAt,
  type VersionKind,
} from './versions.ts'

/** Lines of an import, and what could not be read. */
export interface EhrLines {
  readonly lines: readonly Json[]
  readonly missing: readonly string[]
}

/** The uids of a version and of all before it: numbers of a trunk have no gaps. */
function uidsUpTo(uid: string): readonly string[] {
  const [object = '', system = '', number = '0'] = uid.split('::')
  return Array.from({ length: Number(number) }, (_, at) => `${object}::${system}::${at + 1}`)
}

const objectOf = (uid: string): string => uid.split('::')[0] ?? ''

interface Reading {
  readonly source: OpenEhrSource
  readonly ehrId: string
  readonly missing: string[]
}

async function versionsAt(
  { source, missing }: Reading,
  path: string,
  kind: VersionKind,
  latest: string,
): Promise<ReadVersion[]> {
  const versions: ReadVersion[] = []
  for (const uid of uidsUpTo(latest)) {
    const version = readVersion(await source.json(`${path}/version/${encodeURIComponent(uid)}`), kind)
    if (version) versions.push(version)
    else missing.push(uid)
  }
  return versions
}

const IMPORTER = { _type: 'PARTY_IDENTIFIED', name: 'cairn import' }

/** A directory has no VERSION in the openEHR REST API: who committed it, and when, is not told. */
async function directoryVersions(
  { source, ehrId, missing }: Reading,
  latest: Json,
  createdAt: number,
  systemId: string,
): Promise<ReadVersion[]> {
  const versions: ReadVersion[] = []
  for (const uid of uidsUpTo(textAt(latest, 'uid', 'value') ?? '')) {
    const data = await source.json(`/ehr/${ehrId}/directory/${encodeURIComponent(uid)}`)
    if (!isJson(data)) {
      missing.push(uid)
      continue
    }
    const number = Number(uid.split('::')[2])
    const audit = {
      system_id: systemId,
      committer: IMPORTER,
      change_type: number === 1 ? CREATION : MODIFICATION,
      description: { _type: 'DV_TEXT', value: 'The other server does not tell the audit of a directory.' },
    }
    versions.push({
      uid,
      kind: 'FOLDER',
      contributionId: derivedId(`contribution of ${uid}`),
      audit: auditAt(audit, createdAt + number),
      lifecycle: COMPLETE,
      data,
    })
  }
  return versions
}

function subjectsOf(status: unknown): readonly Json[] {
  const subject_id = textAt(status, 'subject', 'external_ref', 'id', 'value')
  const namespace = textAt(status, 'subject', 'external_ref', 'namespace')
  return subject_id === undefined || namespace === undefined ? [] : [{ namespace, subject_id }]
}

interface EhrFacts {
  readonly ehrId: string
  readonly systemId: string
  readonly createdAt: number
  readonly status: Json
  readonly directoryId: string | null
}

const ehrLine = ({ ehrId, systemId, createdAt, status, directoryId }: EhrFacts): Json => {
  const episode = derivedId(`episode ${ehrId}`)
  return {
    record: 'ehr',
    ehr_id: ehrId,
    system_id: systemId,
    created_at: new Date(createdAt).toISOString(),
    status_id: objectOf(textAt(status, 'uid', 'value') ?? ''),
    status_version: Number(textAt(status, 'uid', 'value')?.split('::')[2]),
    access_id: derivedId(`access ${ehrId}`),
    directory_id: directoryId,
    default_episode_id: episode,
    is_modifiable: memberAt(status, 'is_modifiable') !== false,
    is_queryable: memberAt(status, 'is_queryable') !== false,
    subjects: subjectsOf(status),
    episodes: [
      {
        episode_id: episode,
        number: 0,
        name: 'Default episode',
        active: true,
        urgency: null,
        care_circuit: null,
        starts_text: new Date(createdAt).toISOString().replace('Z', '+00:00'),
        ends_text: null,
        deleted: false,
      },
    ],
  }
}

async function contributionAudits(
  { source, ehrId }: Reading,
  versions: readonly ReadVersion[],
): Promise<ReadonlyMap<string, Json>> {
  const audits = new Map<string, Json>()
  for (const id of new Set(
    versions.filter(({ kind }) => kind !== 'FOLDER').map(each => each.contributionId),
  )) {
    const audit = memberAt(await source.json(`/ehr/${ehrId}/contribution/${encodeURIComponent(id)}`), 'audit')
    if (isJson(audit)) audits.set(id, audit)
  }
  return audits
}

/** Returns undefined if there is no such EHR. */
export async function readEhr(source: OpenEhrSource, ehrId: string): Promise<EhrLines | undefined> {
  const ehr = await source.json(`/ehr/${ehrId}`)
  const status = await source.json(`/ehr/${ehrId}/ehr_status`)
  if (!isJson(ehr) || !isJson(status)) return undefined
  const reading: Reading = { source, ehrId, missing: [] }
  const systemId = textAt(ehr, 'system_id', 'value') ?? textAt(ehr, 'system_id') ?? 'unknown'
  const createdAt = Date.parse(textAt(ehr, 'time_created', 'value') ?? '') || 0
  const base = `/ehr/${ehrId}`
  const versions: ReadVersion[] = [
    ...(await versionsAt(
      reading,
      `${base}/versioned_ehr_status`,
      'EHR_STATUS',
      textAt(status, 'uid', 'value') ?? '',
    )),
  ]
  const q = `SELECT c/uid/value AS uid FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value = '${ehrId}' ORDER BY c/uid/value`
  for await (const [uid] of source.rows(q))
    if (typeof uid === 'string')
      versions.push(
        ...(await versionsAt(reading, `${base}/versioned_composition/${objectOf(uid)}`, 'COMPOSITION', uid)),
      )
  const directory = await source.json(`${base}/directory`)
  if (isJson(directory)) versions.push(...(await directoryVersions(reading, directory, createdAt, systemId)))
  const directoryId = isJson(directory) ? objectOf(textAt(directory, 'uid', 'value') ?? '') : null
  const audits = await contributionAudits(reading, versions)
  return {
    lines: [
      ehrLine({ ehrId, systemId, createdAt, status, directoryId }),
      ...contributionLines(ehrId, versions, audits),
    ],
    missing: reading.missing,
  }
}
