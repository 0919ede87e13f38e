/** Takes over the lines of an export: each once, in groups, and what cannot be taken over is told with its reason. */
import { Problem } from '@cairn-ehr/openehr'
import type { Database } from '../db/index.ts'
import type { TemplateShelf } from '../definitions/index.ts'
import type { Caller } from '../http/index.ts'
import type { RecordLimits } from '../records/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { PathDictionary } from '../roots/index.ts'
import { type CommitNeeds, openVerifier, type Signer } from '../versions/index.ts'
import type { openPacker } from '../versions/packing/index.ts'
import {
  type ImportOutcome,
  type PreparedContribution,
  prepareContribution,
  writeContributions,
  writeEhrs,
  writeEhrTombstone,
  writeObjectTombstone,
  writeOfParties,
} from '../versions/transfer/index.ts'
import { type Members, rejected } from './fields.ts'
import { givenContribution, type ImportOptions } from './given-contribution.ts'
import {
  importDatamap,
  importKey,
  importQuery,
  importTemplate,
  templateNumbers,
} from './import-definitions.ts'
import { ImportOutcomes, type ImportResult } from './import-outcomes.ts'
import { type NumberedLine, readLines } from './numbered-lines.ts'
import type { LineKind } from './print-lines.ts'
import {
  readDatamap,
  readEhr,
  readEhrTombstone,
  readKey,
  readLink,
  readMerge,
  readObjectTombstone,
  readPartyTombstone,
  readQuery,
  readTemplate,
} from './read-lines.ts'

export interface ImportNeeds {
  readonly limits: RecordLimits
  readonly db: Database
  readonly shelf: TemplateShelf
  readonly dictionary: PathDictionary
  readonly signer: Signer
  readonly packer: ReturnType<typeof openPacker>
  readonly now: () => number
  readonly systemId: string
  readonly quota?: CommitNeeds['quota']
}

/** A line that waits for the others of its group; a contribution is being prepared meanwhile. */
interface WaitingLine {
  readonly line: NumberedLine
  readonly prepared?: Promise<PreparedContribution | undefined>
}

type SingleKind = Exclude<LineKind, 'contribution' | 'party_contribution' | 'ehr'>

const isContribution = (kind: LineKind): kind is 'contribution' | 'party_contribution' =>
  kind === 'contribution' || kind === 'party_contribution'

/** A group of contributions is written in one transaction: 64 of 10 KB take some 50 ms. */
const MOST_IN_GROUP: Partial<Readonly<Record<LineKind, number>>> = {
  contribution: 64,
  party_contribution: 64,
  ehr: 100,
}
const LARGEST_GROUP = 2 * 1024 * 1024

/** Refusals that say nothing about the record: the same line may be taken over later. */
const isOfService = (problem: Problem<string>): boolean =>
  problem instanceof Refusal && /^(?:service|internal)/.test(problem.code)

/** Writes lines in their order, neighbours of one kind together. A group of contributions is written while the next one is prepared. */
class LineWriter {
  readonly #needs: ImportNeeds
  readonly #entry: Caller['entry']
  readonly #options: ImportOptions
  readonly #outcomes: ImportOutcomes
  readonly #templates: ReturnType<typeof templateNumbers>
  #verifier: ReturnType<typeof openVerifier> | undefined
  #group: WaitingLine[] = []
  #size = 0
  #writing: Promise<unknown> = Promise.resolve()

  constructor(needs: ImportNeeds, { entry }: Caller, options: ImportOptions, outcomes: ImportOutcomes) {
    this.#needs = needs
    this.#entry = entry
    this.#options = options
    this.#outcomes = outcomes
    this.#templates = templateNumbers(needs.db, options.origin)
  }

  async add(line: NumberedLine): Promise<void> {
    const [first] = this.#group
    const isFull = this.#group.length >= (MOST_IN_GROUP[line.kind] ?? 1) || this.#size > LARGEST_GROUP
    // Lines of other kinds are written before a contribution is prepared, which may need them.
    if (first && (first.line.kind !== line.kind || isFull)) await this.flush()
    const prepared = isContribution(line.kind) ? { prepared: this.#prepare(line) } : {}
    this.#group.push({ line, ...prepared })
    this.#size += line.size
  }

  async flush(): Promise<void> {
    const group = this.#group
    const kind = group[0]?.line.kind
    this.#group = []
    this.#size = 0
    if (kind === undefined) return
    this.#requireRoom(kind)
    if (isContribution(kind)) return this.#writeContributions(group, kind)
    await this.#writing
    const lines = group.map(({ line }) => line)
    if (kind === 'ehr') await this.#writeEhrs(lines)
    else for (const line of lines) await this.#writeSingle(line, kind)
  }

  #requireRoom(kind: LineKind): void {
    const { quota } = this.#needs
    if (kind === 'ehr') quota?.requireEhrRoom()
    else if (isContribution(kind)) quota?.requireRoom()
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    await this.#writing
  }

  /** Runs work for a line; a problem of its data rejects it. */
  async #attempt<T>(line: NumberedLine, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Problem) || isOfService(error)) throw error
      this.#outcomes.reject(line, error)
      return undefined
    }
  }

  #prepare(line: NumberedLine): Promise<PreparedContribution | undefined> {
    const needs = { ...this.#needs, templateOf: this.#templates.keyOf }
    this.#verifier ??= openVerifier(needs.db)
    const verifier = this.#verifier
    const prepared = this.#attempt(line, async () =>
      prepareContribution(
        { ...needs, verifier: await verifier },
        await givenContribution(needs, line, this.#options),
      ),
    )
    // Its error is thrown where it is waited for.
    prepared.catch(() => {})
    return prepared
  }

  /** Resolves when the group before is written, and this one is on its way. */
  async #writeContributions(
    group: readonly WaitingLine[],
    kind: 'contribution' | 'party_contribution',
  ): Promise<void> {
    const lines: NumberedLine[] = []
    const contributions: PreparedContribution[] = []
    for (const { line, prepared } of group) {
      const contribution = await prepared
      if (!contribution) continue
      lines.push(line)
      contributions.push(contribution)
    }
    await this.#writing
    if (contributions.length === 0) return
    const { db } = this.#needs
    const records = kind === 'contribution' ? db : db.ofParties()
    this.#writing = writeContributions(records, contributions, this.#entry).then(outcomes =>
      this.#settleAll(lines, outcomes),
    )
    this.#writing.catch(() => {})
  }

  async #writeEhrs(group: readonly NumberedLine[]): Promise<void> {
    const lines: NumberedLine[] = []
    const ehrs: ReturnType<typeof readEhr>[] = []
    for (const line of group) {
      const ehr = await this.#attempt(line, () => readEhr(line.members))
      if (!ehr) continue
      lines.push(line)
      ehrs.push(ehr)
    }
    this.#settleAll(lines, await writeEhrs(this.#needs.db, ehrs, this.#entry))
  }

  #settleAll(lines: readonly NumberedLine[], outcomes: readonly ImportOutcome[]): void {
    lines.forEach((line, at) => {
      this.#outcomes.settle(line, outcomes[at] ?? rejected('The record was not written.'))
    })
  }

  async #writeSingle(line: NumberedLine, kind: SingleKind): Promise<void> {
    const outcome = await this.#attempt(line, () => this.#single[kind](line.members))
    if (outcome !== undefined) this.#outcomes.settle(line, outcome)
  }

  readonly #single: Readonly<Record<SingleKind, (line: Members) => Promise<ImportOutcome>>> = {
    key: async line => {
      this.#verifier = undefined
      return importKey(this.#needs.db, this.#needs.signer, readKey(line), this.#entry)
    },
    template: async line => {
      this.#verifier = undefined
      const template = readTemplate(line)
      const outcome = await importTemplate(this.#needs.db, template, this.#options.origin, this.#entry)
      await this.#needs.shelf.forget(template.templateId)
      return outcome
    },
    query: line => importQuery(this.#needs.db, readQuery(line), this.#entry),
    datamap: async line => {
      const datamap = readDatamap(line)
      const templateKey = await this.#templates.keyOf(datamap.templateKey)
      return importDatamap(this.#needs.db, { ...datamap, templateKey }, this.#entry)
    },
    erased_ehr: line => writeEhrTombstone(this.#needs.db, readEhrTombstone(line), this.#entry),
    erased_object: line => writeObjectTombstone(this.#needs.db, readObjectTombstone(line), this.#entry),
    erased_party: line => writeOfParties.tombstone(this.#needs.db, readPartyTombstone(line), this.#entry),
    person_link: line => writeOfParties.link(this.#needs.db, readLink(line), this.#entry),
    person_merge: line => writeOfParties.merge(this.#needs.db, readMerge(line), this.#entry),
  }
}

/** Imports a batch of lines, as UTF-8. Lines that cannot be taken over are rejected one by one; any other error ends it. */
export async function importLines(
  needs: ImportNeeds,
  caller: Caller,
  body: Uint8Array,
  options: ImportOptions,
): Promise<ImportResult> {
  const outcomes = new ImportOutcomes()
  const writer = new LineWriter(needs, caller, options, outcomes)
  try {
    const lines = readLines(body, (number, problem) => outcomes.rejectUnread(number, problem))
    for await (const line of lines) await writer.add(line)
    await writer.flush()
  } finally {
    await writer.settled()
  }
  return outcomes.result()
}
