/** The VERSION around the data: built once by the commit, and printed by every read without parsing. */
import { printCanonical } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { type AuditDraft, type Change, rmTypeOf, type StoredVersion, versionUid } from '../model.ts'
import { printCoded } from './coded.ts'
import { type PrintedPart, printPart } from './part.ts'

/** `spec`: the three literals of docs/interface.md, section 2.3; `openehr`: those of the reference model. */
export type WireProfile = 'spec' | 'openehr'

/** ISO 8601 with milliseconds and an offset (docs/interface.md, section 2.3). */
export const timestamp = (time: Date): string => `${time.toISOString().slice(0, -1)}+00:00`

/** The AUDIT_DETAILS of a change, put together from its parts. `time`: as `timestamp` prints it. */
export function printAudit(
  { committer, changeType, description }: AuditDraft,
  time: string,
  systemId: string,
): PrintedPart {
  const [by, type, told] = [
    printPart(committer),
    printCoded('audit change type', changeType),
    printPart(description),
  ]
  const system = JSON.stringify(systemId)
  const at = `{"_type":"DV_DATE_TIME","value":"${time}"}`
  return {
    stored: `{"_type":"AUDIT_DETAILS","system_id":${system},"committer":${by.stored},"time_committed":${at},"change_type":${type.stored},"description":${told.stored}}`,
    canonical: `{"_type":"AUDIT_DETAILS","change_type":${type.canonical},"committer":${by.canonical},"description":${told.canonical},"system_id":${system},"time_committed":${at}}`,
  }
}

/** An ATTESTATION may have been made earlier and elsewhere, so its own time and system are kept. */
const attestationOf = (draft: RmObject, time: string, systemId: string): RmObject => ({
  _type: 'ATTESTATION',
  system_id: systemId,
  time_committed: { _type: 'DV_DATE_TIME', value: time },
  ...draft,
})

/** Members of a VERSION by name, both as JSON text, the value in RFC 8785 form. */
export type CanonicalMembers = readonly (readonly [name: string, text: string])[]

/** Everything of a VERSION that is neither an id nor the data nor the signature. */
export interface PrintedEnvelope {
  /** JSON text. */
  readonly stored: string
  readonly members: CanonicalMembers
}

export function printEnvelope(
  { lifecycle, attestations = [] }: Pick<Change, 'lifecycle' | 'attestations'>,
  audit: PrintedPart,
  time: string,
  systemId: string,
): PrintedEnvelope {
  const parts: (readonly [name: string, part: PrintedPart])[] = [
    ['"commit_audit"', audit],
    ['"lifecycle_state"', printCoded('version lifecycle state', lifecycle)],
  ]
  if (attestations.length > 0)
    parts.push(['"attestations"', printPart(attestations.map(each => attestationOf(each, time, systemId)))])
  return {
    stored: `{${parts.map(([name, { stored }]) => `${name}:${stored}`).join(',')}}`,
    members: parts.map(([name, { canonical }]) => [name, canonical]),
  }
}

/** The members of a stored envelope that are signed. */
export const signedMembers = (envelope: string): CanonicalMembers =>
  Object.entries(JSON.parse(envelope) as RmObject)
    .filter(([name]) => name !== 'signature')
    .map(([name, value]) => [JSON.stringify(name), printCanonical(value)])

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
const uidText = (type: string, value: string) => `{"_type":"${type}","value":"${value}"}`

const contributionText = ({ contributionId, kind }: StoredVersion, literals: Literals): string =>
  `{"_type":"OBJECT_REF","id":${uidText(literals.contributionId, contributionId)},"namespace":"local","type":"${literals.contributionType(rmTypeOf(kind))}"}`

/** Undefined for a first version. */
function precedingText(
  { objectId, systemId, version }: StoredVersion,
  literals: Literals,
): string | undefined {
  return version === 1
    ? undefined
    : uidText(literals.uid, versionUid({ objectId, systemId, version: version - 1 }))
}

const inputsText = ({ otherInputs }: StoredVersion, { uid }: Literals): string =>
  `[${otherInputs.map(value => `{"_type":"${uid}","value":${JSON.stringify(value)}}`).join(',')}]`

/** Prints the VERSION as JSON. The profile `spec` has its lists even if they are empty. */
export function printVersion(version: StoredVersion, profile: WireProfile): string {
  const literals = LITERALS[profile]
  const always = profile === 'spec'
  let before = `{"_type":"ORIGINAL_VERSION","contribution":${contributionText(version, literals)}`
  before += `,${version.envelope.slice(1, -1)},"uid":${uidText(literals.uid, versionUid(version))}`
  const preceding = precedingText(version, literals)
  if (preceding !== undefined) before += `,"preceding_version_uid":${preceding}`
  if (always || version.otherInputs.length > 0)
    before += `,"other_input_version_uids":${inputsText(version, literals)}`
  if (always && !version.envelope.includes('"attestations":')) before += ',"attestations":[]'
  return version.data === null ? `${before}}` : `${before},"data":${version.data}}`
}

/**
 * Prints the text that is signed: the VERSION of the reference model in RFC 8785 form, without its signature. The data are those that are stored,
 * so they must have this form.
 */
export function printSigned(version: StoredVersion, envelope: CanonicalMembers): string {
  const literals = LITERALS.openehr
  const members: (readonly [name: string, text: string])[] = [
    ...envelope,
    ['"_type"', '"ORIGINAL_VERSION"'],
    ['"contribution"', contributionText(version, literals)],
    ['"uid"', uidText(literals.uid, versionUid(version))],
  ]
  const preceding = precedingText(version, literals)
  if (preceding !== undefined) members.push(['"preceding_version_uid"', preceding])
  if (version.otherInputs.length > 0)
    members.push(['"other_input_version_uids"', inputsText(version, literals)])
  if (version.data !== null) members.push(['"data"', version.data])
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  let text = ''
  for (const [name, value] of members) text += `${text === '' ? '{' : ','}${name}:${value}`
  return `${text}}`
}

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

/** True if the envelope has this audit, as it is stored. */
export const hasAudit = (envelope: string, audit: string): boolean =>
  envelope.startsWith(`"commit_audit":${audit},`, placeAfterSignature(envelope))
