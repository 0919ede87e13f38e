/** Turns the line of a contribution into versions as they are stored, with the template keys of this server. */
import { printCanonical } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { TemplateShelf } from '../definitions/index.ts'
import { checkData, type RecordLimits } from '../records/index.ts'
import type { Handling } from '../records/request/index.ts'
import { FINDINGS_TAG } from '../versions/companions/index.ts'
import type { StoredVersion } from '../versions/index.ts'
import type { GivenContribution, GivenVersion } from '../versions/transfer/index.ts'
import { isMembers, rejected } from './fields.ts'
import type { NumberedLine } from './numbered-lines.ts'
import { type LineContribution, type LineVersion, readContribution } from './read-lines.ts'

export interface ContributionNeeds {
  readonly limits: RecordLimits
  readonly shelf: TemplateShelf
  readonly now: () => number
  readonly systemId: string
  /** The key here of a template, by its number on the server that made the export; throws `import.rejected`. */
  readonly templateOf: (number: number) => Promise<number>
}

export interface ImportOptions {
  /** The key id of the server that made the export; undefined: the lines come from a server of another kind. */
  readonly origin: string | undefined
  /** For records without a signature, which are held to their template. */
  readonly handling: Handling
}

/** Codes of the openEHR terminology in an envelope. */
function codeIn(envelope: RmObject, ...path: readonly string[]): number {
  let at: unknown = envelope
  for (const name of [...path, 'defining_code', 'code_string']) at = isMembers(at) ? at[name] : undefined
  const code = Number(at)
  if (!Number.isInteger(code)) throw rejected(`"envelope" has no code in ${path.join('/')}.`)
  return code
}

const storedVersion = (
  { ehrId, contributionId, committedAt }: LineContribution,
  version: LineVersion,
  templateKey: number | null,
): StoredVersion => ({
  ehrId,
  objectId: version.objectId,
  kind: version.kind,
  version: version.version,
  systemId: version.systemId,
  contributionId,
  committedAt,
  changeType: codeIn(version.envelope, 'commit_audit', 'change_type'),
  lifecycle: codeIn(version.envelope, 'lifecycle_state'),
  templateKey,
  otherInputs: version.otherInputs,
  // Signatures cover the text of the audit, so its order stays.
  envelope: JSON.stringify(version.envelope),
  data: version.data === undefined ? null : printCanonical(version.data),
})

/** The last of the tags of a version is the server's own, which tells the number of findings. */
const findingsTag = (version: number, total: number) => ({
  version,
  key: FINDINGS_TAG,
  target_path: '',
  value: String(total),
  position: 0,
})

/** Most findings that are kept of a version. */
const MOST_FINDINGS = 100

/** A version of a server that signs nothing is held to its template, as data of a client are. */
async function unsignedVersion(
  needs: ContributionNeeds,
  line: LineContribution,
  version: LineVersion,
  { handling, size }: { readonly handling: Handling; readonly size: number },
): Promise<GivenVersion> {
  const { data, kind } = version
  const lifecycle = codeIn(version.envelope, 'lifecycle_state')
  const checked =
    data === undefined || kind === 'EHR_ACCESS' || kind === 'EPISODE'
      ? undefined
      : await checkData(data, kind, { lifecycle, handling, size }, needs)
  const findings = checked?.findings ?? []
  const total = findings.length
  const kept = findings.slice(0, MOST_FINDINGS).map(({ path, code, message }) => ({ path, code, message }))
  return {
    version: storedVersion(line, version, checked?.templateKey ?? null),
    data,
    object: version.object,
    tags: total > 0 ? [findingsTag(version.version, total), ...version.tags] : version.tags,
    findings: total > 0 ? { total, findings: kept } : undefined,
    isUnsigned: true,
  }
}

async function signedVersion(
  { templateOf }: ContributionNeeds,
  line: LineContribution,
  version: LineVersion,
): Promise<GivenVersion> {
  const { template, data, object, tags, findings } = version
  const templateKey = template === null ? null : await templateOf(template)
  return {
    version: storedVersion(line, version, templateKey),
    data,
    object,
    tags,
    findings,
    isUnsigned: false,
  }
}

/** Throws `import.rejected` for a line that is not as it must be. */
export async function givenContribution(
  needs: ContributionNeeds,
  { kind, members, size }: NumberedLine,
  { handling, origin }: ImportOptions,
): Promise<GivenContribution> {
  const line = readContribution(members, kind === 'party_contribution' ? kind : 'contribution')
  const versions: GivenVersion[] = []
  for (const version of line.versions) {
    const isSigned = typeof version.envelope['signature'] === 'string'
    if (!isSigned && origin !== undefined)
      throw rejected(
        `The version ${version.objectId}::${version.systemId}::${version.version} has no signature.`,
      )
    versions.push(
      isSigned
        ? await signedVersion(needs, line, version)
        : await unsignedVersion(needs, line, version, { handling, size }),
    )
  }
  return { ...line, versions }
}
