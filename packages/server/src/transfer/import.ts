/** Takes over the lines of an export: each once, in groups, and what cannot be taken over is told with its reason. */
import { setImmediate } from 'node:timers/promises'
import { Problem } from '@cairn-ehr/openehr'
import { parseJson, printJson } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Database } from '../db/index.ts'
import type { TemplateShelf } from '../definitions/index.ts'
import type { Caller } from '../http/index.ts'
import { checkData, type Handling } from '../records/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { PathDictionary } from '../roots/index.ts'
import {
  FINDINGS_TAG,
  type GivenContribution,
  type GivenVersion,
  type ImportOutcome,
  type openPacker,
  openVerifier,
  type PreparedContribution,
  prepareContribution,
  type Signer,
  type StoredVersion,
  writeContributions,
  writeEhrs,
  writeEhrTombstone,
  writeObjectTombstone,
} from '../versions/index.ts'
import { isMembers, type Members, rejected } from './fields.ts'
import {
  importDatamap,
  importKey,
  importQuery,
  importTemplate,
  templateNumbers,
} from './import-definitions.ts'
import { KINDS, type LineKind } from './print-lines.ts'
import {
  type LineContribution,
  type LineVersion,
  readContribution,
  readDatamap,
  readEhr,
  readEhrTombstone,
  readKey,
  readObjectTombstone,
  readQuery,
  readTemplate,
} from './read-lines.ts'

export interface ImportNeeds {
  readonly db: Database
  readonly shelf: TemplateShelf
  readonly dictionary: PathDictionary
  readonly signer: Signer
  readonly packer: ReturnType<typeof openPacker>
  readonly now: () => number
}

export interface ImportOptions {
  /** The key id of the server that made the export; undefined: the lines come from a server of another kind. */
  readonly origin: string | undefined
  /** For records without a signature, which are held to their template. */
  readonly handling: Handling
}

interface RejectedLine {
  /** From 1. */
  readonly line: number
  readonly record: string
  readonly id: string
  readonly reason: string
}

export interface ImportResult {
  readonly added: number
  /** Those that were there already. */
  readonly skipped: number
  readonly rejected: readonly RejectedLine[]
}

/** A line with its number, its kind and its members. */
interface NumberedLine {
  readonly number: number
  readonly kind: LineKind
  readonly members: Members
  /** Characters of the line. */
  readonly size: number
}

/** A contribution has one document for each of its versions, so a line may be larger than a document. */
const LIMITS = { size: 64 * 1024 * 1024, containers: 2_000_000 }

const isKind = (text: unknown): text is LineKind => (KINDS as readonly unknown[]).includes(text)

function parseLine(text: string): { readonly kind: LineKind; readonly members: Members } {
  const members = parseJson(text, LIMITS)
  if (!isMembers(members)) throw rejected('A line must be a JSON object.')
  const { record } = members
  if (!isKind(record)) throw rejected(`"record" must be one of ${KINDS.join(', ')}.`)
  return { kind: record, members }
}

/** The member that a line is known by. */
const IDS: Readonly<Record<LineKind, string>> = {
  key: 'kid',
  template: 'template_id',
  query: 'name',
  datamap: 'name',
  erased_ehr: 'ehr_id',
  ehr: 'ehr_id',
  erased_object: 'object_id',
  contribution: 'contribution_id',
}

const reasonOf = (problem: Problem<string>): string => {
  const [first, second] = problem.findings
  if (!first) return problem.message
  return `${problem.message} ${first.path}: ${first.message}${second ? ` (and ${problem.findings.length - 1} more)` : ''}`
}

/** Codes of the openEHR terminology in an envelope. */
function codeIn(envelope: RmObject, ...path: readonly string[]): number {
  let at: unknown = envelope
  for (const name of [...path, 'defining_code', 'code_string']) at = isMembers(at) ? at[name] : undefined
  const code = Number(at)
  if (!Number.isInteger(code)) throw rejected(`"envelope" has no code in ${path.join('/')}.`)
  return code
}

type TemplateOf = (number: number) => Promise<number>

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
  envelope: printJson(version.envelope),
  data: version.data === undefined ? null : printJson(version.data),
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
  needs: ImportNeeds,
  line: LineContribution,
  version: LineVersion,
  handling: Handling,
  size: number,
): Promise<GivenVersion> {
  const { data, kind } = version
  const lifecycle = codeIn(version.envelope, 'lifecycle_state')
  const checked =
    data === undefined || kind === 'EHR_ACCESS' || kind === 'EPISODE'
      ? undefined
      : await checkData(data, kind, { lifecycle, handling, size }, needs)
  const findings = checked?.findings ?? []
  const total = findings.length
  return {
    version: storedVersion(line, version, checked?.templateKey ?? null),
    data,
    object: version.object,
    tags: total > 0 ? [findingsTag(version.version, total), ...version.tags] : version.tags,
    findings:
      total > 0
        ? {
            total,
            findings: findings
              .slice(0, MOST_FINDINGS)
              .map(({ path, code, message }) => ({ path, code, message })),
          }
        : undefined,
    isUnsigned: true,
  }
}

async function givenContribution(
  needs: ImportNeeds,
  { members, size }: NumberedLine,
  templateOf: TemplateOf,
  { handling, origin }: ImportOptions,
): Promise<GivenContribution> {
  const line = readContribution(members)
  const versions: GivenVersion[] = []
  for (const version of line.versions) {
    const isSigned = typeof version.envelope['signature'] === 'string'
    if (!isSigned && origin !== undefined)
      throw rejected(
        `The version ${version.objectId}::${version.systemId}::${version.version} has no signature.`,
      )
    versions.push(
      isSigned
        ? {
            version: storedVersion(
              line,
              version,
              version.template === null ? null : await templateOf(version.template),
            ),
            data: version.data,
            object: version.object,
            tags: version.tags,
            findings: version.findings,
            isUnsigned: false,
          }
        : await unsignedVersion(needs, line, version, handling, size),
    )
  }
  return { ...line, versions }
}

/** A group of contributions is written in one transaction: 64 of 10 KB take some 50 ms. */
const MOST_IN_GROUP: Partial<Readonly<Record<LineKind, number>>> = { contribution: 64, ehr: 100 }
const LARGEST_GROUP = 2 * 1024 * 1024

/** Groups neighbours of one kind, in their order. */
function* groupsOf(lines: Iterable<NumberedLine>): Generator<readonly NumberedLine[]> {
  let group: NumberedLine[] = []
  let size = 0
  for (const line of lines) {
    const [first] = group
    const isFull = group.length >= (MOST_IN_GROUP[line.kind] ?? 1) || size > LARGEST_GROUP
    if (first && (first.kind !== line.kind || isFull)) {
      yield group
      group = []
      size = 0
    }
    group.push(line)
    size += line.size
  }
  if (group.length > 0) yield group
}

/** Imports a batch of lines. Lines that cannot be taken over are rejected one by one; any other error ends it. */
export async function importLines(
  needs: ImportNeeds,
  caller: Caller,
  text: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const { db, signer } = needs
  const { entry } = caller
  const rejectedLines: RejectedLine[] = []
  let [added, skipped] = [0, 0]
  const numbers = templateNumbers(db, options.origin)
  let verifier: ReturnType<typeof openVerifier> | undefined

  const reject = ({ number, kind, members }: NumberedLine, problem: Problem<string>) => {
    const id = members[IDS[kind]]
    rejectedLines.push({
      line: number,
      record: kind,
      id: typeof id === 'string' ? id : '',
      reason: reasonOf(problem),
    })
  }
  const settle = (line: NumberedLine, outcome: ImportOutcome) => {
    if (outcome === 'added') added += 1
    else if (outcome === 'present') skipped += 1
    else reject(line, outcome)
  }
  /** Runs work for a line; a problem of its data rejects it. */
  const attempt = async <T>(line: NumberedLine, work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Problem) || isOfService(error)) throw error
      reject(line, error)
      return undefined
    }
  }
  const parsed = function* (): Generator<NumberedLine> {
    let number = 0
    for (const each of text.split('\n')) {
      number += 1
      if (each.trim() === '') continue
      try {
        yield { number, size: each.length, ...parseLine(each) }
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        rejectedLines.push({ line: number, record: '', id: '', reason: reasonOf(error) })
      }
    }
  }

  const prepareGroup = async (group: readonly NumberedLine[]) => {
    verifier ??= openVerifier(db)
    const verify = await verifier
    const prepared: { readonly line: NumberedLine; readonly contribution: PreparedContribution }[] = []
    for (const line of group) {
      await setImmediate()
      const contribution = await attempt(line, async () =>
        prepareContribution(needs, verify, await givenContribution(needs, line, numbers.keyOf, options)),
      )
      if (contribution) prepared.push({ line, contribution })
    }
    return prepared
  }
  const writeGroup = async (prepared: Awaited<ReturnType<typeof prepareGroup>>): Promise<void> => {
    const outcomes = await writeContributions(
      needs,
      prepared.map(({ contribution }) => contribution),
      entry,
    )
    prepared.forEach(({ line }, at) => {
      settle(line, outcomes[at] ?? rejected('The record was not written.'))
    })
  }
  const single: Readonly<
    Record<Exclude<LineKind, 'contribution' | 'ehr'>, (line: Members) => Promise<ImportOutcome>>
  > = {
    key: async line => {
      verifier = undefined
      return importKey(db, signer, readKey(line), entry)
    },
    template: async line => {
      verifier = undefined
      const template = readTemplate(line)
      const outcome = await importTemplate(db, template, options.origin, entry)
      await needs.shelf.forget(template.templateId)
      return outcome
    },
    query: line => importQuery(db, readQuery(line), entry),
    datamap: async line => {
      const datamap = readDatamap(line)
      return importDatamap(db, { ...datamap, templateKey: await numbers.keyOf(datamap.templateKey) }, entry)
    },
    erased_ehr: line => writeEhrTombstone(db, readEhrTombstone(line), entry),
    erased_object: line => writeObjectTombstone(db, readObjectTombstone(line), entry),
  }

  /** The group before is written while the next one is prepared. */
  let writing: Promise<unknown> = Promise.resolve()
  try {
    for (const group of groupsOf(parsed())) {
      const kind = group[0]?.kind ?? 'contribution'
      if (kind === 'contribution') {
        const prepared = await prepareGroup(group)
        await writing
        writing = prepared.length > 0 ? writeGroup(prepared) : Promise.resolve()
        // Its error is thrown where it is waited for.
        writing.catch(() => {})
        continue
      }
      await writing
      if (kind === 'ehr') {
        const ehrs = []
        for (const line of group) {
          const ehr = await attempt(line, () => readEhr(line.members))
          if (ehr) ehrs.push({ line, ehr })
        }
        const outcomes = await writeEhrs(
          db,
          ehrs.map(({ ehr }) => ehr),
          entry,
        )
        ehrs.forEach(({ line }, at) => {
          settle(line, outcomes[at] ?? rejected('The EHR was not written.'))
        })
        continue
      }
      for (const line of group) {
        const outcome = await attempt(line, () => single[kind](line.members))
        if (outcome !== undefined) settle(line, outcome)
      }
    }
  } finally {
    await writing
  }
  rejectedLines.sort((one, other) => one.line - other.line)
  return { added, skipped, rejected: rejectedLines }
}

/** Refusals that say nothing about the record: the same line may be taken over later. */
const isOfService = (problem: Problem<string>): boolean =>
  problem instanceof Refusal && /^(?:service|internal)/.test(problem.code)
