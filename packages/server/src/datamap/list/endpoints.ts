/** Lists of records (interface spec 4.10): of a datamap by its name, and of a definition that comes with the call. */

import { RIGHTS } from '../../access/index.ts'
import type { ReadServer, Reads, WalPosition } from '../../db/reads/index.ts'
import {
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  memberIdOf,
  type ParameterDoc,
  type Reply,
} from '../../http/index.ts'
import { nextPageLink } from '../../http/reply/index.ts'
import { BODY_LIMITS } from '../../http/request/index.ts'
import {
  ANALYSIS_TYPES,
  type AnalysisType,
  contentTypeOf,
  FORMAT,
  requestedAnalysis,
} from '../../query/analysis/index.ts'
import { type CurrentDictionary, ShownEhrs } from '../../query/index.ts'
import { requireEhr } from '../../records/index.ts'
import type { CompiledDatamap, DatamapShelf } from '../definition/datamap-shelf.ts'
import { DATAMAP_NAME, DEFINITION_BODY, datamapNameIn, definitionIn } from '../definition/request.ts'
import { DEFINITION, DEFINITION_XML, RECORD } from '../documented.ts'
import { type Column, type FixedName, fixedNames } from '../model.ts'
import { askedShow, readsOfParties, refuseEhr, requireRecords } from '../parties.ts'
import { csvTable, type TableShape } from './csv.ts'
import { OPERATORS } from './filter.ts'
import { type Listed, type ListNeeds, listRecords } from './list.ts'
import { DEFAULT_LIMIT, type GivenPage, MAX_LIMIT, pageIn, pageOf, SHOWN_FIELDS } from './page.ts'
import { streamTable, type WholeList, wholeList } from './whole-list.ts'
import { allWithoutIdentity, pageWithoutIdentity, type ResearchNeeds } from './without-identity/list.ts'

export interface ListRoomNeeds extends Omit<ListNeeds, 'queryPool' | 'current'> {
  /** Present if the records have to be shown without identity. */
  readonly research?: ResearchNeeds | undefined
  readonly datamaps: DatamapShelf
  readonly reads: Reads
  /** Not limited to what rights on records reach. */
  readonly allReads: Reads
  readonly currentOf: (server: ReadServer) => CurrentDictionary
}

const whole = (maximum?: number) => ({ type: 'integer', minimum: 1, ...(maximum && { maximum }) })

const PAGE: readonly ParameterDoc[] = [
  {
    name: 'limit',
    in: 'query',
    description: `Page size (default: ${DEFAULT_LIMIT}).`,
    schema: whole(MAX_LIMIT),
  },
  {
    name: 'offset',
    in: 'query',
    description: 'Position of the first record, from 1 (default: 1).',
    schema: whole(),
  },
  {
    name: 'order_by',
    in: 'query',
    description:
      '`column`, `column asc`, `column desc` or `-column`, several with commas between them. Records without a value come last, ' +
      'and those that are equal in the order of `uid`. Where it is left out, in the order that they were made.',
    schema: { type: 'string' },
  },
  {
    name: 'ehrUid',
    in: 'query',
    description: 'Records of this EHR only.',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'after',
    in: 'query',
    description:
      'Goes on after a record of another page: taken from its `next` link. By such links records that were there from the ' +
      'beginning come once each, however many are added meanwhile.',
    schema: { type: 'string' },
  },
  {
    name: 'show',
    in: 'query',
    description: `Fields beside those that every record has, with commas between them: ${SHOWN_FIELDS.map(name => `\`${name}\``).join(', ')}. Formats other than JSON and CSV always have \`ehr_id\`.`,
    schema: { type: 'string' },
  },
  FORMAT,
  {
    name: 'column',
    in: 'query',
    description:
      'Any column or field by its own name: `?systolic=120`, or with an operator in brackets, ' +
      `\`?systolic[gte]=120\`: ${OPERATORS.map(name => `\`${name}\``).join(', ')}. A coded value is found by its code or its text. A column with the name of a parameter needs the operator.`,
    schema: { type: 'string' },
  },
]

const RECORDS = {
  type: 'object',
  required: ['data', 'totalCount'],
  properties: {
    data: { type: 'array', items: RECORD },
    totalCount: {
      type: 'integer',
      description: 'Of all records that are asked for, on whatever page.',
    },
  },
}

const RESPONSES = {
  200: {
    description:
      'The page as JSON; by `Accept` all records as CSV (a page where `limit`, `offset` or `after` is given), NDJSON, Parquet or Arrow.',
    schema: RECORDS,
    headers: {
      Link: 'The next page (`rel="next"`), where there is one.',
      'X-Total-Count': 'As `totalCount`.',
    },
  },
  400: { description: 'A parameter is not what it must be, or names a column that there is not.' },
  404: { description: 'There is no such datamap, or no such EHR.' },
  408: { description: 'It took longer than a query may.' },
}

interface Asked {
  readonly page: GivenPage
  /** Undefined: JSON. */
  readonly analysis: AnalysisType | undefined
  readonly signal: AbortSignal
  readonly after: WalPosition | undefined
}

interface PageAnswer extends Listed {
  readonly columns: readonly Column[]
  readonly fixed?: readonly FixedName[]
  /** The offset of the next page, in a list without identity. */
  readonly nextOffset?: number | undefined
  readonly isResearch?: true
}

type Answer = PageAnswer | (WholeList & { readonly type: AnalysisType })

const PRODUCES = ['application/json', ...Object.values(ANALYSIS_TYPES)]

/** Formats that are always whole show whose a record is: they are read without the list beside them. */
function showOf({ show }: GivenPage, analysis: AnalysisType | undefined): GivenPage['show'] {
  const isWhole = analysis !== undefined && analysis !== ANALYSIS_TYPES.csv
  return isWhole && !show.includes('ehr_id') ? ['ehr_id', ...show] : show
}

function askedIn(request: Incoming): Asked {
  const page = pageIn(request)
  const analysis = requestedAnalysis(request)
  return {
    page: { ...page, show: showOf(page, analysis) },
    analysis,
    signal: request.signal,
    after: request.after,
  }
}

/** A party is in no EHR, and whose it is says its uid. */
function askedOfParties({ page, ...others }: Asked): Asked {
  refuseEhr(page.ehrId)
  return { ...others, page: { ...page, show: askedShow(page.show) } }
}

/** A format for analysis has all records, unless a page of CSV is asked for. */
const isWhole = ({ page, analysis }: Asked): boolean =>
  analysis !== undefined && !(analysis === ANALYSIS_TYPES.csv && page.isPaged)

/** The query of a list without identity chooses its server and takes its turn by itself. */
async function answerWithoutIdentity(
  research: ResearchNeeds,
  caller: Caller,
  compiled: CompiledDatamap,
  asked: Asked,
): Promise<Answer> {
  const { entry } = caller
  const { page, analysis } = asked
  const { columns } = compiled.datamap
  const call = { memberId: memberIdOf(caller), signal: asked.signal, after: asked.after }
  if (analysis === undefined || !isWhole(asked)) {
    const found = await pageWithoutIdentity(research, compiled, page, call)
    const { records, total, nextOffset, shownEhrs = new ShownEhrs() } = found
    return { records, total, shownEhrs, next: undefined, nextOffset, columns, isResearch: true }
  }
  const { pages, shownEhrs } = await allWithoutIdentity(research, compiled, page, call)
  const over = async () => {
    if (shownEhrs) await entry.add(shownEhrs.told())
  }
  return {
    type: analysis,
    body: await streamTable(analysis, { columns, show: page.show }, pages, { first: [], over }),
  }
}

function answer(
  needs: ListRoomNeeds,
  caller: Caller,
  compiled: CompiledDatamap,
  asked: Asked,
): Promise<Answer> {
  const { party } = compiled.datamap
  if (party !== undefined) {
    const reads = readsOfParties(needs, caller, party)
    return answerFromReads({ ...needs, reads }, caller, compiled, askedOfParties(asked))
  }
  requireRecords(caller, RIGHTS.listRecords)
  return needs.research
    ? answerWithoutIdentity(needs.research, caller, compiled, asked)
    : answerFromReads(needs, caller, compiled, asked)
}

const answerFromReads = (
  needs: ListRoomNeeds,
  caller: Caller,
  compiled: CompiledDatamap,
  asked: Asked,
): Promise<Answer> =>
  needs.reads.from(asked.after, server =>
    answerFrom({ ...needs, queryPool: server.db, current: needs.currentOf(server) }, caller, compiled, asked),
  )

async function answerFrom(
  needs: ListNeeds,
  caller: Caller,
  compiled: CompiledDatamap,
  asked: Asked,
): Promise<Answer> {
  const { page, signal, analysis } = asked
  const { entry } = caller
  const memberId = memberIdOf(caller)
  const { datamap } = compiled
  const wanted = pageOf(datamap, page)
  if (analysis !== undefined && isWhole(asked)) {
    if (page.ehrId !== undefined) await requireEhr({ db: needs.queryPool }, page.ehrId)
    const over = async (shown: ShownEhrs) => {
      if (page.ehrId === undefined) await entry.add(shown.told())
    }
    const whole = await wholeList({ needs, compiled, page: wanted, memberId, signal, over }, analysis)
    return { ...whole, type: analysis }
  }
  // A page is short enough to go beside heavy queries.
  const giveBack = await needs.connectionLine.take({ memberId, isLight: true }, signal)
  try {
    if (page.ehrId !== undefined) await requireEhr({ db: needs.queryPool }, page.ehrId)
    const listed = await listRecords(needs, compiled, wanted)
    return { ...listed, columns: datamap.columns, fixed: fixedNames(datamap) }
  } finally {
    giveBack()
  }
}

/** The rest of the list, where there is more of it. */
function nextPage(
  { next, nextOffset }: PageAnswer,
  { page }: Asked,
  { publicUrl }: Incoming,
): string | undefined {
  if (next === undefined && nextOffset === undefined) return undefined
  const { origin, pathname, searchParams } = new URL(publicUrl)
  searchParams.delete('offset')
  searchParams.set('limit', String(page.limit))
  if (next !== undefined) searchParams.set('after', next)
  if (nextOffset !== undefined) searchParams.set('offset', String(nextOffset))
  return `${origin}${pathname}?${searchParams}`
}

function csvPage(shape: TableShape, records: Listed['records']): string {
  const table = csvTable(shape, records)
  return table.head + table.lines(records)
}

const totalHeader = (total: number | undefined): Readonly<Record<string, string>> =>
  total === undefined ? {} : { 'X-Total-Count': String(total) }

function reply(answered: Answer, asked: Asked, request: Incoming): Reply {
  if ('body' in answered)
    return {
      status: 200,
      headers: { 'Content-Type': contentTypeOf(answered.type), ...totalHeader(answered.total) },
      body: answered.body,
    }
  const next = nextPage(answered, asked, request)
  const headers = {
    ...totalHeader(answered.total),
    ...(next === undefined ? {} : nextPageLink(next)),
  }
  const { records, total, columns, fixed, shownEhrs } = answered
  const told = asked.page.ehrId === undefined || answered.isResearch ? shownEhrs.told() : {}
  if (!asked.analysis) return { ...json(200, { data: records, totalCount: total }, headers), ...told }
  return {
    ...told,
    status: 200,
    headers: { ...headers, 'Content-Type': contentTypeOf(asked.analysis) },
    body: csvPage({ columns, show: asked.page.show, ...(fixed ? { fixed } : {}) }, records),
  }
}

export const listEndpoints: readonly Endpoint<ListRoomNeeds>[] = [
  endpoint({
    route: 'GET /datamap/{datamapName}',
    scope: 'api.read',
    right: RIGHTS.listDatamap,
    produces: PRODUCES,
    otherNames: 'checked',
    doc: {
      operationId: 'datamap_list',
      tag: 'Datamap',
      summary: 'List the records of a datamap',
      parameters: [DATAMAP_NAME, ...PAGE],
      responses: RESPONSES,
    },
    read: request => ({ name: datamapNameIn(request), ...askedIn(request) }),
    ehrOf: ({ page }) => page.ehrId,
    act: async (needs, caller, asked) => answer(needs, caller, await needs.datamaps.named(asked.name), asked),
    reply,
  }),
  endpoint({
    route: 'POST /datamap',
    action: 'R',
    scope: 'api.read',
    right: RIGHTS.listDatamap,
    body: DEFINITION_BODY,
    bodyLimit: BODY_LIMITS.definition,
    produces: PRODUCES,
    otherNames: 'checked',
    doc: {
      operationId: 'datamap_list_ad_hoc',
      tag: 'Datamap',
      summary: 'List the records of a definition that comes with the call',
      parameters: PAGE,
      body: DEFINITION,
      bodyExamples: { 'application/xml': DEFINITION_XML },
      responses: RESPONSES,
    },
    read: request => ({ given: definitionIn(request), ...askedIn(request) }),
    ehrOf: ({ page }) => page.ehrId,
    act: async (needs, caller, asked) => {
      const { definition, findings } = asked.given
      return answer(needs, caller, await needs.datamaps.compileDefinition(definition, findings), asked)
    },
    reply,
  }),
]
