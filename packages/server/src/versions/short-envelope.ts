/**
 * Envelopes as they are stored: without what the columns of their version say already, a quarter of their length.
 *
 *     ~<key id>.<contribution digest>.<signature>
 *     <committer>
 *     <description, where it is not the name of the change type>
 *     <system id, where it is not that of the version>
 *     <attestations, where there are any>
 *
 * Each line but the first is JSON. An envelope that cannot be restored to the byte is stored whole, as all older ones are. In SQL,
 * `cairn.envelope_of` restores them.
 */
import { printJson } from '@cairn/openehr/format'
import type { RmObject } from '@cairn/openehr/rm'
import { codedText, type Group, rubric } from './coded.ts'
import { timestamp } from './envelope.ts'
import type { StoredVersion } from './model.ts'

/** The columns that an envelope repeats. */
type EnvelopeColumns = Pick<
  StoredVersion,
  'committedAt' | 'changeType' | 'lifecycle' | 'systemId' | 'templateKey'
>

const MARK = '~'

const jsonOf = (value: unknown): string => (value === undefined ? '' : printJson(value as RmObject))

interface Envelope {
  readonly signature: string
  readonly commit_audit: RmObject
  readonly attestations?: unknown
}

/** Returns the form to store. */
export function shortenEnvelope({ envelope, ...columns }: StoredVersion): string {
  const { signature, commit_audit, attestations } = JSON.parse(envelope) as Envelope
  const { committer, description, system_id: systemId } = commit_audit
  const usual = defaultDescription(columns.changeType)
  const short = [
    MARK + shortSignature(signature),
    jsonOf(committer),
    jsonOf(description) === usual ? '' : jsonOf(description),
    systemId === columns.systemId ? '' : jsonOf(systemId),
    jsonOf(attestations),
  ].join('\n')
  return restoreEnvelope(short, columns) === envelope ? short : envelope
}

/** Returns the envelope of a version, from either form. */
export function restoreEnvelope(stored: string, columns: EnvelopeColumns): string {
  if (!stored.startsWith(MARK)) return stored
  const [signature = '', committer = '', description = '', systemId = '', attestations = ''] = stored
    .slice(MARK.length)
    .split('\n')
  const { committedAt, changeType, lifecycle } = columns
  return (
    `{"signature":"${restoreSignature(signature, columns.templateKey)}","commit_audit":{"_type":"AUDIT_DETAILS"` +
    `,"system_id":${systemId || JSON.stringify(columns.systemId)},"committer":${committer}` +
    `,"time_committed":{"_type":"DV_DATE_TIME","value":"${timestamp(committedAt)}"}` +
    `,"change_type":${coded('audit change type', changeType)}` +
    `,"description":${description || defaultDescription(changeType)}}` +
    `,"lifecycle_state":${coded('version lifecycle state', lifecycle)}` +
    `${attestations && `,"attestations":${attestations}`}}`
  )
}

const defaultDescription = (changeType: number): string =>
  `{"_type":"DV_TEXT","value":"${rubric('audit change type', changeType)}"}`

/** Printed once for each code: a read needs two of them. */
const printed = new Map<string, string>()

function coded(group: Group, code: number): string {
  const key = `${group} ${code}`
  const known = printed.get(key)
  if (known !== undefined) return known
  const text = printJson(codedText(group, code))
  printed.set(key, text)
  return text
}

interface SignatureHeader {
  readonly kid?: string
  readonly contribution?: string
}

/** `<header>..<signature>` without what every header has. */
function shortSignature(jws: string): string {
  const [header = '', , signature = ''] = jws.split('.')
  const { kid = '', contribution = '' } = JSON.parse(
    Buffer.from(header, 'base64url').toString(),
  ) as SignatureHeader
  return `${kid}.${contribution}.${signature}`
}

function restoreSignature(short: string, templateKey: number | null): string {
  const [kid = '', contribution = '', signature = ''] = short.split('.')
  const covered = contribution === '' ? '' : `,"contribution":"${contribution}"`
  const template = contribution === '' || templateKey === null ? '' : `,"template":${templateKey}`
  const header = Buffer.from(`{"alg":"EdDSA","kid":"${kid}"${covered}${template}}`).toString('base64url')
  return `${header}..${signature}`
}

/** The AUDIT_DETAILS of a version, as JSON text. */
export const auditIn = (envelope: string): string =>
  printJson((JSON.parse(envelope) as { readonly commit_audit: RmObject }).commit_audit)
