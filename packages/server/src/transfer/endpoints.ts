/** The routes of export and import. */

import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { PassThrough } from 'node:stream'
import { RIGHTS } from '../access/index.ts'
import type { EventDetail } from '../audit/index.ts'
import type { FairLine } from '../collections/index.ts'
import type { Database } from '../db/index.ts'
import type { ReadServer, Reads, WalPosition } from '../db/reads/index.ts'
import {
  type BodyReader,
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
} from '../http/index.ts'
import { namedEhrId } from '../http/request/index.ts'
import type { EhrId } from '../ids/index.ts'
import type { Executor, Prepare } from '../query/index.ts'
import { handlingOf } from '../records/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import { streamedBody } from '../streams/index.ts'
import type { Selection } from '../versions/transfer/index.ts'
import { findCohort } from './cohort.ts'
import { type ExportSource, writeExport } from './export.ts'
import { type ImportNeeds, importLines } from './import.ts'
import { findResearchEhrs, type ResearchNeeds, writeResearchExport } from './research-export.ts'

export interface ExportNeeds extends Pick<ImportNeeds, 'now'> {
  readonly reads: Reads<Database>
  readonly connectionLine: FairLine
  readonly executor: Executor
  readonly prepareWhole: Prepare
  /** Secret, for exports without identity. */
  readonly identityKey: string
  /** Present if the records have to be exported without identity. */
  readonly research?: ResearchNeeds | undefined
  readonly generator: string
  readonly systemId: string
  /** Milliseconds that a reader may take nothing. */
  readonly stall: number
}

const NDJSON = 'application/x-ndjson'

interface ExportInput {
  readonly ehrIds: readonly EhrId[]
  readonly q: string | undefined
  readonly signal: AbortSignal
  readonly after: WalPosition | undefined
}

function exportIn({ query, signal, after }: Incoming): ExportInput {
  const ehrIds = query.getAll('ehr_id').map(id => namedEhrId(id, 'ehr_id'))
  const q = query.get('q') ?? undefined
  if (q !== undefined && ehrIds.length > 0)
    throw new Refusal('request.malformed', 'Give either ehr_id or q, not both.')
  return { ehrIds, q, signal, after }
}

interface RunningExport {
  readonly body: PassThrough
  readonly detail: EventDetail
  readonly ehrId?: string
}

const MOST_LISTED = 100

function told(selection: Selection, q: string | undefined): Pick<RunningExport, 'detail' | 'ehrId'> {
  const query = q === undefined ? {} : { query: createHash('sha256').update(q).digest('hex') }
  if (selection === null) return { detail: { ...query, all_ehrs: true } }
  const [only] = selection
  if (selection.length === 1 && only !== undefined) return { ehrId: only, detail: query }
  return {
    detail:
      selection.length <= MOST_LISTED
        ? { ...query, ehrs: selection }
        : { ...query, ehr_count: selection.length },
  }
}

/** A statement of an export sorts all commits, which takes longer than a query may. */
const LONGEST_STATEMENT_MS = 600_000

async function selectionOf(
  needs: ExportNeeds,
  { clientId }: Caller,
  { ehrIds, q, signal, after }: ExportInput,
): Promise<Selection> {
  if (q !== undefined) return findCohort(needs, { q, clientId, signal, after })
  return ehrIds.length > 0 ? ehrIds : null
}

/** Ids in the request are replaced ones; the audit trail has those that they stand for. */
async function startResearchExport(
  needs: ExportNeeds,
  research: ResearchNeeds,
  caller: Caller,
  input: ExportInput,
): Promise<RunningExport> {
  const chosen = await selectionOf(needs, caller, input)
  const ehrs = await findResearchEhrs(research, chosen && new Set(chosen))
  const facts = {
    generator: needs.generator,
    createdAt: new Date(needs.now()).toISOString(),
    isWhole: chosen === null,
  }
  const { signal, after } = input
  const { clientId } = caller
  const body = await streamedBody(needs.stall, take =>
    writeResearchExport(research, ehrs, facts, { clientId, signal, after, take }),
  )
  const selection = chosen && ehrs.map(({ ehrId }) => ehrId)
  return { body, ...told(selection, input.q) }
}

async function startExport(needs: ExportNeeds, caller: Caller, input: ExportInput): Promise<RunningExport> {
  if (needs.research) return startResearchExport(needs, needs.research, caller, input)
  const selection = await selectionOf(needs, caller, input)
  const body = await needs.reads.from(input.after, server =>
    bodyFrom(needs, server, caller, input, selection),
  )
  return { body, ...told(selection, input.q) }
}

const SNAPSHOT = {
  isolation: 'repeatable read',
  readOnly: true,
  statementTimeoutMs: LONGEST_STATEMENT_MS,
} as const

const sourceOf = (db: Database): ExportSource => ({
  ofRecords: work => db.transaction(work, SNAPSHOT),
  ofParties: work => db.ofParties().transaction(work, SNAPSHOT),
})

async function bodyFrom(
  needs: ExportNeeds,
  server: ReadServer<Database>,
  caller: Caller,
  input: ExportInput,
  selection: Selection,
): Promise<PassThrough> {
  const { connectionLine, generator, systemId, now, stall } = needs
  const giveBack = await connectionLine.take({ memberId: caller.clientId, isLight: false }, input.signal)
  const createdAt = new Date(now()).toISOString()
  return streamedBody(stall, take =>
    writeExport(sourceOf(server.db), selection, { generator, systemId, createdAt }, take).finally(giveBack),
  )
}

const HANDLING: ParameterDoc = {
  name: 'handling',
  in: 'query',
  description:
    '`lenient`, with the scope `api.lenient`: records without signatures that break their template are stored with what they break. The default is `strict`.',
  schema: { type: 'string', enum: ['strict', 'lenient'] },
}

function handlingIn({ query }: Incoming): 'strict' | 'lenient' {
  const given = query.get('handling') ?? 'strict'
  if (given === 'strict' || given === 'lenient') return given
  throw new Refusal('request.malformed', 'handling is strict or lenient.')
}

/** Left as bytes: lines are read from them faster than from text. */
const readUtf8: BodyReader = bytes => {
  if (!isUtf8(bytes)) throw new Refusal('request.malformed', 'The body is not UTF-8 text.')
  return bytes
}

const RESULT = {
  title: 'Import result',
  type: 'object',
  required: ['added', 'skipped', 'rejected'],
  properties: {
    added: { type: 'integer', description: 'Lines whose record was added.' },
    skipped: { type: 'integer', description: 'Lines whose record was there already.' },
    rejected: {
      type: 'array',
      description: 'Lines that were not taken over.',
      items: {
        type: 'object',
        required: ['line', 'record', 'id', 'reason'],
        properties: {
          line: { type: 'integer', description: 'Number of the line in the body, from 1.' },
          record: { type: 'string' },
          id: { type: 'string' },
          reason: { type: 'string' },
        },
      },
    },
  },
}

export const exportEndpoints: readonly Endpoint<ExportNeeds>[] = [
  endpoint({
    route: 'GET /export',
    scope: 'api.admin',
    right: RIGHTS.exportRecords,
    produces: [NDJSON],
    doc: {
      operationId: 'transfer_export',
      tag: 'Transfer',
      summary: 'Export records',
      description:
        'All records, those of some EHRs, or those of a cohort, one JSON object for each line: keys, templates, stored queries, datamaps, tombstones, EHRs, and contributions with all their versions. All lines are of one state of the database. The last line is the manifest; an answer without it is not complete. ' +
        'Rights without identity (researchers) get another format, `cairn-research/1`: templates, then for each EHR a line `ehr` and a line `version` for each of its versions, all of them as queries of researchers see them. `ehr_id` and `q` then mean replaced ids.',
      parameters: [
        {
          name: 'ehr_id',
          in: 'query',
          description: 'Only this EHR; may be repeated.',
          schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
        },
        {
          name: 'q',
          in: 'query',
          description: 'Only the EHRs that this AQL query selects, by a column of `e/ehr_id/value`.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: { description: 'The export.', schema: { type: 'string' } },
        400: { description: 'The query is wrong, or has no column of EHR ids.' },
      },
    },
    read: exportIn,
    act: startExport,
    reply: ({ body, ...shown }) => ({
      ...shown,
      status: 200,
      headers: { 'Content-Type': NDJSON },
      body,
    }),
  }),
]

export const importEndpoints: readonly Endpoint<ImportNeeds>[] = [
  endpoint({
    route: 'POST /import',
    writes: 200,
    scope: 'api.admin',
    body: { [NDJSON]: readUtf8 },
    produces: ['application/json'],
    doc: {
      operationId: 'transfer_import',
      tag: 'Transfer',
      summary: 'Import some lines of an export',
      description:
        'Records keep their ids, times, audits and signatures. A record that is there already is skipped, another with the same id is rejected, so the same lines can be sent again. Send the lines of an export in their order, as many as fit into `CAIRN_BODY_LIMIT`; the first and the last line are not sent.',
      parameters: [
        {
          name: 'origin',
          in: 'query',
          description:
            '`origin` of the first line of the export. Left out: the records come from another kind of server, have no signatures, and are held to their templates.',
          schema: { type: 'string' },
        },
        HANDLING,
      ],
      body: { type: 'string' },
      responses: {
        200: { description: 'The lines were read; what became of them.', schema: RESULT },
        400: { description: 'The body is not text.' },
      },
    },
    read: request => ({
      body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
      origin: request.query.get('origin') ?? undefined,
      handling: handlingIn(request),
    }),
    act: (needs, caller, { body, origin, handling }) =>
      importLines(needs, caller, body, { origin, handling: handlingOf({ handling }, caller) }),
    reply: result => json(200, result),
  }),
]
