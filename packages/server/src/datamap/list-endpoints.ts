/** Lists of records (interface spec 4.10): of a datamap by its name, and of a definition that comes with the call. */
import { needEhr } from '../ehr/index.ts'
import {
  type BodyReader,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
  type Reply,
  readText,
  readXmlText,
} from '../http/index.ts'
import { csvOf } from './csv.ts'
import { readDefinition } from './definition.ts'
import type { ReadDefinition } from './definition-shape.ts'
import { OPERATORS } from './filter.ts'
import { type Listed, type ListNeeds, listRecords } from './list.ts'
import type { Column } from './model.ts'
import { DEFAULT_LIMIT, type GivenPage, MAX_LIMIT, pageIn, pageOf } from './page.ts'
import type { CompiledDatamap, DatamapShelf } from './shelf.ts'

export interface ListRoomNeeds extends ListNeeds {
  readonly datamaps: DatamapShelf
  readonly baseUrl: string
}

const whole = (maximum?: number) => ({ type: 'integer', minimum: 1, ...(maximum && { maximum }) })

const PAGE: readonly ParameterDoc[] = [
  {
    name: 'limit',
    in: 'query',
    description: `Page size; ${DEFAULT_LIMIT} where it is left out.`,
    schema: whole(MAX_LIMIT),
  },
  {
    name: 'offset',
    in: 'query',
    description: 'Position of the first record, from 1, which is also meant where it is left out.',
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
    name: 'until',
    in: 'query',
    description:
      'Records up to this `version_object_id` only: the `next` link says it, so that pages stay as they are while records are added.',
    schema: whole(),
  },
  {
    name: 'column',
    in: 'query',
    description:
      'Any column or field by its own name: `?systolic=120`, or with an operator in brackets, ' +
      `\`?systolic[gte]=120\`: ${OPERATORS.map(name => `\`${name}\``).join(', ')}. A coded value is found by its code or its text.`,
    schema: { type: 'string' },
  },
]

const RECORDS = {
  type: 'object',
  required: ['data', 'totalCount'],
  properties: {
    data: { type: 'array', items: { type: 'object' } },
    totalCount: { type: 'integer', description: 'Of all records that are asked for, on whatever page.' },
  },
}

const RESPONSES = {
  200: {
    description: 'The page: JSON, or by `Accept: text/csv` a table.',
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
  readonly csv: boolean
}

interface Answer extends Listed {
  readonly columns: readonly Column[]
  readonly place: string
}

const CSV = 'text/csv'
const PRODUCES = ['application/json', CSV]

const DATAMAP_NAME: ParameterDoc = {
  name: 'datamapName',
  in: 'path',
  required: true,
  description: 'Name of the datamap.',
  schema: { type: 'string' },
}

const askedIn = (request: Incoming): Asked => ({
  page: pageIn(request),
  csv: request.accepted === CSV,
})

async function answer(needs: ListRoomNeeds, compiled: CompiledDatamap, { page }: Asked): Promise<Answer> {
  const { datamap } = compiled
  const wanted = pageOf(datamap, page)
  if (page.ehrId !== undefined) await needEhr({ db: needs.queryPool }, page.ehrId)
  const listed = await listRecords(needs, compiled, wanted)
  return { ...listed, columns: datamap.columns, place: needs.baseUrl }
}

/** The next page as it was when this one was read, where there is more of it. */
function nextLink(
  { total, newest, place }: Answer,
  { page }: Asked,
  { target }: Incoming,
): string | undefined {
  const offset = page.offset + page.limit
  if (offset > total) return undefined
  const { pathname, searchParams } = new URL(target, 'http://any')
  searchParams.set('offset', String(offset))
  searchParams.set('limit', String(page.limit))
  searchParams.set('until', String(page.until ?? newest))
  return `<${new URL(place).origin}${pathname}?${searchParams}>; rel="next"`
}

function reply(answered: Answer, asked: Asked, request: Incoming): Reply {
  const next = nextLink(answered, asked, request)
  const headers = {
    'X-Total-Count': String(answered.total),
    ...(next === undefined ? {} : { Link: next }),
  }
  const { records, total, columns } = answered
  if (!asked.csv) return json(200, { data: records, totalCount: total }, headers)
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': 'text/csv; charset=utf-8; header=present' },
    body: csvOf(columns, records),
  }
}

const DEFINITION_BODY: Readonly<Record<string, BodyReader>> = {
  'application/xml': (bytes, media) => readDefinition(String(readXmlText(bytes, media)), 'xml'),
  'application/json': (bytes, media) => readDefinition(String(readText(bytes, media)), 'json'),
}

export const listEndpoints: readonly Endpoint<ListRoomNeeds>[] = [
  endpoint({
    route: 'GET /datamap/{datamapName}',
    scope: 'api.read',
    produces: PRODUCES,
    doc: {
      operationId: 'datamap_list',
      tag: 'Datamap',
      summary: 'List the records of a datamap',
      parameters: [DATAMAP_NAME, ...PAGE],
      responses: RESPONSES,
    },
    read: request => ({ name: request.parameters['datamapName'] ?? '', ...askedIn(request) }),
    act: async (needs, _caller, asked) => answer(needs, await needs.datamaps.named(asked.name), asked),
    reply,
  }),
  endpoint({
    route: 'POST /datamap',
    scope: 'api.read',
    body: DEFINITION_BODY,
    produces: PRODUCES,
    doc: {
      operationId: 'datamap_list_ad_hoc',
      tag: 'Datamap',
      summary: 'List the records of a definition that comes with the call',
      parameters: PAGE,
      body: {
        type: 'object',
        description: 'A definition, in XML or JSON, as `/definition/datamap` takes it.',
      },
      responses: RESPONSES,
    },
    read: request => ({ given: request.body as ReadDefinition, ...askedIn(request) }),
    act: async (needs, _caller, asked) => {
      const { definition, findings } = asked.given
      return answer(needs, await needs.datamaps.compileDefinition(definition, findings), asked)
    },
    reply,
  }),
]
