/**
 * Envelopes as they are stored: without what the columns of their version say already, a quarter of their length.
 *
 *     ~<key id>.<contribution digest, or 1 where it is that of this audit alone>.<signature>
 *     <committer, or the name alone of one that has nothing else>
 *     <description, where it is not the name of the change type>
 *     <system id, where it is not that of the version>
 *     <attestations, where there are any>
 *
 * Each line but the first is JSON. An envelope that cannot be restored to the byte is stored whole, as all older ones are. In SQL,
 * `cairn.envelope_of` restores them.
 */
import { printJson } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { codedText, type Group, rubric } from './coded.ts'
import { timestamp } from './envelope.ts'
import type { StoredVersion } from './model.ts'
import { contributionDigest } from './signature.ts'

/** The columns that an envelope repeats. */
type EnvelopeColumns = Pick<
  StoredVersion,
  'committedAt' | 'changeType' | 'lifecycle' | 'systemId' | 'templateKey'
>

const MARK = '~'

/** The constant parts of an envelope, in their order; what differs stands between them. */
function constantParts({ committedAt, changeType, lifecycle }: EnvelopeColumns) {
  return {
    start: '{"signature":"',
    beforeAudit: '","commit_audit":',
    beforeSystem: '{"_type":"AUDIT_DETAILS","system_id":',
    beforeCommitter: ',"committer":',
    beforeDescription:
      `,"time_committed":{"_type":"DV_DATE_TIME","value":"${timestamp(committedAt)}"}` +
      `,"change_type":${coded('audit change type', changeType)},"description":`,
    afterAudit: `,"lifecycle_state":${coded('version lifecycle state', lifecycle)}`,
    beforeAttestations: ',"attestations":',
  }
}

/** Returns the form to store. The text is cut at its constant parts: to parse it would take twice as long. */
export function shortenEnvelope({ envelope, ...columns }: StoredVersion): string {
  const parts = constantParts(columns)
  const system = envelope.indexOf(parts.beforeAudit + parts.beforeSystem)
  const audit = system + parts.beforeAudit.length
  const committer = envelope.indexOf(parts.beforeCommitter, audit)
  const description = envelope.indexOf(parts.beforeDescription, committer)
  const end = envelope.indexOf(`}${parts.afterAudit}`, description)
  const attestations = end + 1 + parts.afterAudit.length
  const systemId = envelope.slice(audit + parts.beforeSystem.length, committer)
  const described = envelope.slice(description + parts.beforeDescription.length, end)
  const short = [
    MARK + shortSignature(envelope.slice(parts.start.length, system), envelope.slice(audit, end + 1)),
    shortCommitter(envelope.slice(committer + parts.beforeCommitter.length, description)),
    described === defaultDescription(columns.changeType) ? '' : described,
    systemId === JSON.stringify(columns.systemId) ? '' : systemId,
    envelope.slice(attestations + parts.beforeAttestations.length, -1),
  ].join('\n')
  return restoreFrom(short, columns, parts) === envelope ? short : envelope
}

/** Returns the envelope of a version, from either form. */
export const restoreEnvelope = (stored: string, columns: EnvelopeColumns): string =>
  stored.startsWith(MARK) ? restoreFrom(stored, columns, constantParts(columns)) : stored

function restoreFrom(
  stored: string,
  { systemId: ownSystem, changeType, templateKey }: EnvelopeColumns,
  parts: ReturnType<typeof constantParts>,
): string {
  const [signature = '', committer = '', description = '', systemId = '', attestations = ''] = stored
    .slice(MARK.length)
    .split('\n')
  const audit =
    parts.beforeSystem +
    (systemId || JSON.stringify(ownSystem)) +
    parts.beforeCommitter +
    restoreCommitter(committer) +
    parts.beforeDescription +
    (description || defaultDescription(changeType)) +
    '}'
  return (
    parts.start +
    restoreSignature(signature, templateKey, audit) +
    parts.beforeAudit +
    audit +
    parts.afterAudit +
    (attestations && parts.beforeAttestations + attestations) +
    '}'
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

const HEADER = /^\{"alg":"EdDSA","kid":"([^"]*)"(?:,"contribution":"([^"]*)")?/

/** In place of the digest of a contribution of one version, which the audit of the version tells. */
const OWN_AUDIT = '1'

/** `<header>..<signature>` without what every header has. */
function shortSignature(jws: string, audit: string): string {
  const [header = '', , signature = ''] = jws.split('.')
  const [, kid = '', contribution = ''] = HEADER.exec(Buffer.from(header, 'base64url').toString()) ?? []
  const digest = contribution === contributionDigest(audit, 1) ? OWN_AUDIT : contribution
  return `${kid}.${digest}.${signature}`
}

function restoreSignature(short: string, templateKey: number | null, audit: string): string {
  const [kid = '', digest = '', signature = ''] = short.split('.')
  const contribution = digest === OWN_AUDIT ? contributionDigest(audit, 1) : digest
  const covered = contribution === '' ? '' : `,"contribution":"${contribution}"`
  const template = contribution === '' || templateKey === null ? '' : `,"template":${templateKey}`
  const header = Buffer.from(`{"alg":"EdDSA","kid":"${kid}"${covered}${template}}`).toString('base64url')
  return `${header}..${signature}`
}

const NAMED_PARTY = '{"_type":"PARTY_IDENTIFIED","name":'
const NAME_ONLY = /^"(?:[^"\\]|\\.)*"\}$/

const shortCommitter = (committer: string): string =>
  committer.startsWith(NAMED_PARTY) && NAME_ONLY.test(committer.slice(NAMED_PARTY.length))
    ? committer.slice(NAMED_PARTY.length, -1)
    : committer

const restoreCommitter = (short: string): string =>
  short.startsWith('"') ? `${NAMED_PARTY}${short}}` : short

/** The AUDIT_DETAILS of a version, as JSON text. */
export const auditIn = (envelope: string): string =>
  printJson((JSON.parse(envelope) as { readonly commit_audit: RmObject }).commit_audit)
