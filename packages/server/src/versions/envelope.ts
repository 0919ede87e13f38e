/** The VERSION around the data: built once by the commit, and printed by every read without parsing. */
import { printJson } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { isoTime } from '../observe/index.ts'
import { codedText, printCoded } from './coded.ts'
import { type AuditDraft, type Change, rmTypeOf, type StoredVersion, versionUid } from './model.ts'

/** `spec`: the three literals of docs/interface.md, section 2.3; `openehr`: those of the reference model. */
export type WireProfile = 'spec' | 'openehr'

/** ISO 8601 with milliseconds and an offset (docs/interface.md, section 2.3). */
export const timestamp = (time: Date): string => `${isoTime(time.getTime()).slice(0, -1)}+00:00`

/** The AUDIT_DETAILS of a change as JSON. `time`: as `timestamp` prints it. */
export const printAudit = (
  { committer, changeType, description }: AuditDraft,
  time: string,
  systemId: string,
): string =>
  printJson({
    _type: 'AUDIT_DETAILS',
    system_id: systemId,
    committer,
    time_committed: { _type: 'DV_DATE_TIME', value: time },
    change_type: codedText('audit change type', changeType),
    description,
  })

/** An ATTESTATION may have been made earlier and elsewhere, so its own time and system are kept. */
const attestationOf = (draft: RmObject, time: string, systemId: string): RmObject => ({
  _type: 'ATTESTATION',
  system_id: systemId,
  time_committed: { _type: 'DV_DATE_TIME', value: time },
  ...draft,
})

/** Everything of a VERSION that is neither an id nor the data nor the signature, as JSON. `audit`: as `printAudit` prints it. */
export function printEnvelope(
  { lifecycle, attestations = [] }: Pick<Change, 'lifecycle' | 'attestations'>,
  audit: string,
  time: string,
  systemId: string,
): string {
  const attested = attestations.map(each => attestationOf(each, time, systemId))
  const last = attested.length === 0 ? '' : `,"attestations":${printJson(attested)}`
  return `{"commit_audit":${audit},"lifecycle_state":${printCoded('version lifecycle state', lifecycle)}${last}}`
}

interface Literals {
  readonly uid: string
  readonly contributionId: string
  readonly contributionType: (kind: string) => string
}

const LITERALS: Record<WireProfile, Literals> = {
  spec: { uid: 'UID_BASED_ID', contributionId: 'OBJECT_VERSION_ID', contributionType: kind => kind },
  openehr: {
    uid: 'OBJECT_VERSION_ID',
    contributionId: 'HIER_OBJECT_ID',
    contributionType: () => 'CONTRIBUTION',
  },
}

/** Ids have no character that JSON would escape: a UUID, a checked system id, a number. */
export const uidText = (type: string, value: string) => `{"_type":"${type}","value":"${value}"}`

/**
 * The VERSION as JSON: all before its data, the data, and the rest. They are long, and to join the pieces would copy them. The profile
 * `spec` has its lists even if they are empty.
 */
export function versionPieces(
  version: StoredVersion,
  profile: WireProfile,
): readonly [before: string, data: string, after: string] {
  const { uid, contributionId, contributionType } = LITERALS[profile]
  const always = profile === 'spec'
  let before = `{"_type":"ORIGINAL_VERSION","contribution":{"_type":"OBJECT_REF","id":${uidText(contributionId, version.contributionId)},"namespace":"local","type":"${contributionType(rmTypeOf(version.kind))}"}`
  before += `,${version.envelope.slice(1, -1)},"uid":${uidText(uid, versionUid(version))}`
  if (version.version > 1) {
    const { objectId, systemId } = version
    const preceding = versionUid({ objectId, systemId, version: version.version - 1 })
    before += `,"preceding_version_uid":${uidText(uid, preceding)}`
  }
  if (always || version.otherInputs.length > 0) {
    const inputs = version.otherInputs.map(value => `{"_type":"${uid}","value":${JSON.stringify(value)}}`)
    before += `,"other_input_version_uids":[${inputs.join(',')}]`
  }
  if (always && !version.envelope.includes('"attestations":')) before += ',"attestations":[]'
  return version.data === null ? [before, '', '}'] : [`${before},"data":`, version.data, '}']
}

/** Prints the VERSION as JSON. */
export function printVersion(version: StoredVersion, profile: WireProfile): string {
  const [before, data, after] = versionPieces(version, profile)
  return before + data + after
}

/** Prints the form that is signed, without the signature: always that of the reference model. */
export const printForSignature = (version: StoredVersion): string => printVersion(version, 'openehr')

const BEFORE_SIGNATURE = '{"signature":"'

/** A signature has no character that JSON would escape. */
export const withSignature = (envelope: string, signature: string): string =>
  `${BEFORE_SIGNATURE}${signature}",${envelope.slice(1)}`

/** The place where the members after the signature begin; 1 without a signature. */
function placeAfterSignature(envelope: string): number {
  if (!envelope.startsWith(BEFORE_SIGNATURE)) return 1
  const end = envelope.indexOf('"', BEFORE_SIGNATURE.length)
  return end >= 0 && envelope[end + 1] === ',' ? end + 2 : 1
}

/** The opposite of `withSignature`. */
export const withoutSignature = (envelope: string): string =>
  `{${envelope.slice(placeAfterSignature(envelope))}`

/** True if the envelope has this audit, as `printAudit` prints it. */
export const hasAudit = (envelope: string, audit: string): boolean =>
  envelope.startsWith(`"commit_audit":${audit},`, placeAfterSignature(envelope))
