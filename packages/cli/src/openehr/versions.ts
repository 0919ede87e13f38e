/** Versions of another openEHR server as lines of an import: same uids, data and audits; without signatures. */
import { createHash } from 'node:crypto'

export type Json = Readonly<Record<string, unknown>>

export type VersionKind = 'COMPOSITION' | 'EHR_STATUS' | 'FOLDER'

/** A version as it was read. */
export interface ReadVersion {
  readonly uid: string
  readonly kind: VersionKind
  readonly contributionId: string
  readonly audit: Json
  readonly lifecycle: Json | undefined
  /** Absent: it is a deletion. */
  readonly data: Json | undefined
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The member at a path of names. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((at, name) => (isJson(at) ? at[name] : undefined), value)
}

export const textAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  const found = memberAt(value, ...path)
  return typeof found === 'string' ? found : undefined
}

/** A UUID that is always the same for the same text, so that a second run makes the same ids. */
export function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const coded = (code: string, value: string): Json => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
    code_string: code,
  },
})

export const COMPLETE = coded('532', 'complete')
const DELETED = coded('523', 'deleted')
export const CREATION = coded('249', 'creation')
export const MODIFICATION = coded('251', 'modification')

/** ISO 8601 in UTC with milliseconds, as versions of this server have it. */
const timeText = (time: number): string => new Date(time).toISOString().replace('Z', '+00:00')

const timeIn = (audit: Json): number => Date.parse(textAt(audit, 'time_committed', 'value') ?? '')

export const auditAt = (audit: Json, time: number): Json => ({
  _type: 'AUDIT_DETAILS',
  ...audit,
  time_committed: { _type: 'DV_DATE_TIME', value: timeText(time) },
})

/** Reads an ORIGINAL_VERSION, also one inside an IMPORTED_VERSION; undefined where it has no uid, or no time of its commit. */
export function readVersion(value: unknown, kind: VersionKind): ReadVersion | undefined {
  const version = textAt(value, '_type') === 'IMPORTED_VERSION' ? memberAt(value, 'item') : value
  const uid = textAt(version, 'uid', 'value')
  const audit = memberAt(version, 'commit_audit')
  if (uid === undefined || !isJson(audit) || Number.isNaN(timeIn(audit))) return undefined
  const data = memberAt(version, 'data')
  const lifecycle = memberAt(version, 'lifecycle_state')
  return {
    uid,
    kind,
    contributionId: textAt(version, 'contribution', 'id', 'value') ?? derivedId(`contribution of ${uid}`),
    audit,
    lifecycle: isJson(lifecycle) ? lifecycle : undefined,
    data: isJson(data) ? data : undefined,
  }
}

const objectOf = (uid: string): string => uid.split('::')[0] ?? ''
const numberOf = (uid: string): number => Number(uid.split('::')[2])

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface TimedVersion extends ReadVersion {
  readonly time: number
}

/** Times in milliseconds, each later than that of the version before it: servers may keep finer ones. */
function timed(versions: readonly ReadVersion[]): readonly TimedVersion[] {
  const last = new Map<string, number>()
  return [...versions]
    .sort((one, other) => timeIn(one.audit) - timeIn(other.audit) || numberOf(one.uid) - numberOf(other.uid))
    .map(version => {
      const object = objectOf(version.uid)
      const time = Math.max(timeIn(version.audit), (last.get(object) ?? Number.NEGATIVE_INFINITY) + 1)
      last.set(object, time)
      return { ...version, time }
    })
}

function versionLine({ uid, kind, audit, lifecycle, data, time }: TimedVersion): Json {
  const envelope = {
    commit_audit: auditAt(audit, time),
    lifecycle_state: data === undefined ? DELETED : (lifecycle ?? COMPLETE),
  }
  const own = data && { ...data, uid: { _type: 'OBJECT_VERSION_ID', value: uid } }
  return { uid, kind, envelope, ...(own ? { data: own } : {}) }
}

/**
 * Contributions in the order of their time. All versions of one must have its time here, so versions with another time become a
 * contribution of their own, whose id is derived.
 */
export function contributionLines(
  ehrId: string,
  versions: readonly ReadVersion[],
  audits: ReadonlyMap<string, Json>,
): readonly Json[] {
  const groups = new Map<string, TimedVersion[]>()
  const firstTimes = new Map<string, number>()
  for (const version of timed(versions)) {
    const given = version.contributionId
    const first = firstTimes.get(given) ?? version.time
    firstTimes.set(given, first)
    const own = UUID.test(given) ? given.toLowerCase() : derivedId(`contribution ${ehrId} ${given}`)
    const id = first === version.time ? own : derivedId(`contribution ${own} ${version.time}`)
    groups.set(id, [...(groups.get(id) ?? []), version])
  }
  return [...groups].map(([contribution_id, group]) => {
    const [first] = group
    const time = first?.time ?? 0
    const audit = audits.get(first?.contributionId ?? '') ?? first?.audit ?? {}
    return {
      record: 'contribution',
      ehr_id: ehrId,
      contribution_id,
      committed_at: new Date(time).toISOString(),
      audit: auditAt(audit, time),
      versions: group.map(versionLine),
    }
  })
}
