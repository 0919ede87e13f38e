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
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { StoredVersion } from '../model.ts'
import { contributionDigest, protectedHeader } from '../signature.ts'
import { printCoded, rubric } from './coded.ts'
import { timestamp } from './envelope.ts'

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
      `,"change_type":${printCoded('audit change type', changeType).stored},"description":`,
    afterAudit: `,"lifecycle_state":${printCoded('version lifecycle state', lifecycle).stored}`,
    beforeAttestations: ',"attestations":',
  }
}

/** Returns the form to store. The text is cut at its constant parts: to parse it would take twice as long. */
export function shortenEnvelope(version: StoredVersion): string {
  const { envelope } = version
  const parts = constantParts(version)
  const system = envelope.indexOf(parts.beforeAudit + parts.beforeSystem)
  const audit = system + parts.beforeAudit.length
  const committer = envelope.indexOf(parts.beforeCommitter, audit)
  const description = envelope.indexOf(parts.beforeDescription, committer)
  const end = envelope.indexOf(`}${parts.afterAudit}`, description)
  const attestations = end + 1 + parts.afterAudit.length
  const systemId = envelope.slice(audit + parts.beforeSystem.length, committer)
  const described = envelope.slice(description + parts.beforeDescription.length, end)
  const digestOf = digestOnce(envelope.slice(audit, end + 1))
  const short = [
    MARK +
      shortSignature(envelope.slice(parts.start.length, system), digestOf(envelope.slice(audit, end + 1))),
    shortCommitter(envelope.slice(committer + parts.beforeCommitter.length, description)),
    described === defaultDescription(version.changeType) ? '' : described,
    systemId === JSON.stringify(version.systemId) ? '' : systemId,
    envelope.slice(attestations + parts.beforeAttestations.length, -1),
  ].join('\n')
  return restoreFrom(short, version, parts, digestOf) === envelope ? short : envelope
}

/** The digest of a contribution that has this audit and one version. */
type AuditDigest = (audit: string) => string

const digestOfAudit: AuditDigest = audit => contributionDigest(audit, 1)

/** The digest of one audit is made once: to shorten an envelope, it is needed to find what may go and to restore it. */
function digestOnce(audit: string): AuditDigest {
  const digest = digestOfAudit(audit)
  return other => (other === audit ? digest : digestOfAudit(other))
}

/** Returns the envelope of a version, from either form. */
export const restoreEnvelope = (stored: string, columns: EnvelopeColumns): string =>
  stored.startsWith(MARK) ? restoreFrom(stored, columns, constantParts(columns), digestOfAudit) : stored

/** The parts of a text are found by their ends: to split it would make a list and all its texts (decision 0069). */
function endOfPart(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from)
  return end < 0 ? text.length : end
}

function restoreFrom(
  stored: string,
  { systemId: ownSystem, changeType, templateKey }: EnvelopeColumns,
  parts: ReturnType<typeof constantParts>,
  digestOf: AuditDigest,
): string {
  const committer = endOfPart(stored, '\n', 0)
  const description = endOfPart(stored, '\n', committer + 1)
  const systemId = endOfPart(stored, '\n', description + 1)
  const attestations = endOfPart(stored, '\n', systemId + 1)
  const audit =
    parts.beforeSystem +
    (stored.slice(systemId + 1, attestations) || JSON.stringify(ownSystem)) +
    parts.beforeCommitter +
    restoreCommitter(stored.slice(committer + 1, description)) +
    parts.beforeDescription +
    (stored.slice(description + 1, systemId) || defaultDescription(changeType)) +
    '}'
  const attested = stored.slice(attestations + 1, endOfPart(stored, '\n', attestations + 1))
  return (
    parts.start +
    restoreSignature(stored.slice(MARK.length, committer), templateKey, () => digestOf(audit)) +
    parts.beforeAudit +
    audit +
    parts.afterAudit +
    (attested && parts.beforeAttestations + attested) +
    '}'
  )
}

const defaultDescription = (changeType: number): string =>
  `{"_type":"DV_TEXT","value":"${rubric('audit change type', changeType)}"}`

const HEADER = /^\{"alg":"EdDSA","kid":"([^"]*)"(?:,"contribution":"([^"]*)")?/

/** In place of the digest of a contribution of one version, which the audit of the version tells. */
const OWN_AUDIT = '1'

/** `<header>..<signature>` without what every header has. `own`: the digest of its own audit. */
function shortSignature(jws: string, own: string): string {
  const [header = '', , signature = ''] = jws.split('.')
  const [, kid = '', contribution = ''] = HEADER.exec(Buffer.from(header, 'base64url').toString()) ?? []
  return `${kid}.${contribution === own ? OWN_AUDIT : contribution}.${signature}`
}

function restoreSignature(short: string, templateKey: number | null, own: () => string): string {
  const kidEnd = endOfPart(short, '.', 0)
  const digestEnd = endOfPart(short, '.', kidEnd + 1)
  const digest = short.slice(kidEnd + 1, digestEnd)
  const signature = short.slice(digestEnd + 1, endOfPart(short, '.', digestEnd + 1))
  const contribution = digest === OWN_AUDIT ? own() : digest
  const facts = { contribution, ...(templateKey === null ? {} : { template: templateKey }) }
  const header = protectedHeader(short.slice(0, kidEnd), contribution === '' ? undefined : facts)
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
  JSON.stringify((JSON.parse(envelope) as { readonly commit_audit: RmObject }).commit_audit)
