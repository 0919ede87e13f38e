/** `$export`: all resources as files of lines, by the kick-off, the status and the files of FHIR Bulk Data Access. */
import { randomUUID } from 'node:crypto'
import { recorded } from '../../audit/index.ts'
import type { Caller, Endpoint, Incoming, Reply } from '../../http/index.ts'
import { storableTime } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { streamedBody } from '../../streams/index.ts'
import { addOrder, EXPORT_DAYS, type ExportOrder, findOrder, removeOrder } from '../export/export-store.ts'
import { writeFile } from '../export/write-file.ts'
import type { FhirNeeds, FhirServices } from '../needs.ts'
import { fhirReply } from '../outcome.ts'
import { dateConditionIn } from '../search/date-range.ts'
import { FORMAT_PARAMETERS, MALFORMED, NO_RESOURCE, TAG } from './documented.ts'
import { baseOf, fhirEndpoint } from './resource-endpoint.ts'

const NDJSON = 'application/fhir+ndjson'
const FORMATS: ReadonlySet<string> = new Set([NDJSON, 'application/ndjson', 'ndjson'])

interface Kickoff {
  readonly request: string
  readonly types: readonly string[] | undefined
  readonly since: string | undefined
}

const malformed = (message: string) => new Refusal('request.malformed', message)

function kickoffIn({ query, headers, publicUrl }: Incoming): Kickoff {
  if (!/\brespond-async\b/.test(String(headers['prefer'] ?? '')))
    throw malformed('An export needs the header "Prefer: respond-async".')
  const format = query.get('_outputFormat')?.replace(' ', '+') ?? NDJSON
  if (!FORMATS.has(format)) throw malformed(`_outputFormat must be ${NDJSON}.`)
  const given = query.get('_since')?.replace(' ', '+')
  const start = given === undefined ? undefined : dateConditionIn(given)?.span.from
  const since = start === undefined ? undefined : storableTime(start)
  if (given !== undefined && since === undefined) throw malformed('_since must be an instant of FHIR.')
  const types = query.getAll('_type').flatMap(text => text.split(',').filter(each => each !== ''))
  return {
    request: publicUrl,
    types: types.length === 0 ? undefined : [...new Set(types)],
    since,
  }
}

/** Types with a context whose template is on the server, and Patients. */
async function exportedTypes({ mappings, shelf }: FhirServices): Promise<readonly string[]> {
  const [{ contexts }, ids] = [await mappings.inForce(), new Set(await shelf.ids())]
  const mapped = contexts.flatMap(({ type, templateId }) => (ids.has(templateId) ? [type] : []))
  return ['Patient', ...[...new Set(mapped)].sort()]
}

async function order(needs: FhirServices, { clientId, entry }: Caller, asked: Kickoff): Promise<string> {
  const known = new Set(await exportedTypes(needs))
  const unknown = asked.types?.find(type => !known.has(type))
  if (unknown !== undefined)
    throw malformed(`No mapping makes ${unknown.slice(0, 60)} from records of this server.`)
  const exportId = randomUUID()
  await recorded(needs.db, entry, queries => addOrder(queries, { ...asked, exportId, clientId }))
  return exportId
}

const noExport = () =>
  new Refusal('resource.not_found', `There is no such export; one is there for ${EXPORT_DAYS} day.`)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function exportIdIn({ parameters }: Incoming): string {
  const id = parameters['export_id'] ?? ''
  if (!UUID.test(id)) throw noExport()
  return id
}

async function requireOrder({ db }: FhirServices, { clientId }: Caller, id: string): Promise<ExportOrder> {
  const found = await findOrder(db, id, clientId)
  if (found === undefined) throw noExport()
  return found
}

interface ReadyExport {
  readonly order: ExportOrder
  readonly types: readonly string[]
}

async function typesOf(needs: FhirServices, found: ExportOrder): Promise<readonly string[]> {
  const known = await exportedTypes(needs)
  return known.filter(type => found.types === undefined || found.types.includes(type))
}

const DAY_MS = 24 * 60 * 60 * 1000

function manifest({ order: found, types }: ReadyExport, request: Incoming): Reply {
  const expires = new Date(found.requestedAt.getTime() + EXPORT_DAYS * DAY_MS)
  const body = {
    transactionTime: found.requestedAt.toISOString(),
    request: found.request,
    requiresAccessToken: true,
    output: types.map(type => ({
      type,
      url: `${baseOf(request)}/$export/${found.exportId}/${type}.ndjson`,
    })),
    error: [],
  }
  const headers = { 'Content-Type': 'application/json', Expires: expires.toUTCString() }
  return { status: 200, headers, body: JSON.stringify(body) }
}

interface File {
  readonly id: string
  readonly type: string
}

async function startFile(needs: FhirServices, caller: Caller, { id, type }: File) {
  const found = await requireOrder(needs, caller, id)
  if (!(await typesOf(needs, found)).includes(type)) throw noExport()
  return streamedBody(needs.stall, (take, gone) => writeFile(needs, found, type, { caller, gone, take }))
}

const EXPORT_ID = {
  name: 'export_id',
  in: 'path',
  required: true,
  description: 'The id of the export.',
  schema: { type: 'string', format: 'uuid' },
} as const

const FILE_NAME = {
  name: 'file_name',
  in: 'path',
  required: true,
  description: 'The resource type with `.ndjson`, as the manifest has it.',
  schema: { type: 'string' },
} as const

const text = (name: string, description: string) => ({
  ...({ name, in: 'query', description, schema: { type: 'string' } } as const),
})

const MANIFEST = {
  type: 'object',
  required: ['transactionTime', 'request', 'requiresAccessToken', 'output', 'error'],
  additionalProperties: true,
}

export const exportEndpoints: readonly Endpoint<FhirNeeds>[] = [
  fhirEndpoint({
    route: 'GET /$export',
    writes: 202,
    action: 'E',
    scope: 'api.admin',
    doc: {
      operationId: 'fhir_export',
      tag: TAG,
      summary: 'Begin an export of all resources',
      description:
        'With `Prefer: respond-async`. `Content-Location` is the address of the status. An export is for the client that asked for it, for a day.',
      parameters: [
        text('_outputFormat', `\`${NDJSON}\`, the default.`),
        text('_since', 'Only resources that were committed since this time.'),
        text('_type', 'Resource types, by comma.'),
        ...FORMAT_PARAMETERS,
      ],
      responses: {
        202: { description: 'Accepted.', headers: { 'Content-Location': 'The address of the status.' } },
        ...MALFORMED,
      },
    },
    read: kickoffIn,
    act: order,
    reply: (id, _asked, request) =>
      fhirReply(202, ACCEPTED, { 'Content-Location': `${baseOf(request)}/$export/${id}` }),
  }),
  fhirEndpoint({
    route: 'GET /$export/{export_id}',
    scope: 'api.admin',
    doc: {
      operationId: 'fhir_export_status',
      tag: TAG,
      summary: 'Read the manifest of an export',
      description: 'It is complete at once: the files are made when they are read.',
      parameters: [EXPORT_ID, ...FORMAT_PARAMETERS],
      responses: { 200: { description: 'The files.', schema: MANIFEST }, ...NO_RESOURCE },
    },
    read: exportIdIn,
    act: async (needs, caller, id) => {
      const found = await requireOrder(needs, caller, id)
      return { order: found, types: await typesOf(needs, found) }
    },
    reply: (ready, _id, request) => manifest(ready, request),
  }),
  fhirEndpoint({
    route: 'DELETE /$export/{export_id}',
    writes: 202,
    scope: 'api.admin',
    doc: {
      operationId: 'fhir_export_delete',
      tag: TAG,
      summary: 'Delete an export',
      parameters: [EXPORT_ID],
      responses: { 202: { description: 'Deleted.' }, ...NO_RESOURCE },
    },
    read: exportIdIn,
    act: async ({ db }, { clientId, entry }, id) => {
      const isFound = await recorded(
        db,
        entry,
        queries => removeOrder(queries, id, clientId),
        removed => (removed ? {} : undefined),
      )
      if (!isFound) throw noExport()
    },
    reply: () => ({ status: 202 }),
  }),
  {
    ...fhirEndpoint<File, Awaited<ReturnType<typeof startFile>>>({
      route: 'GET /$export/{export_id}/{file_name}',
      scope: 'api.admin',
      doc: {
        operationId: 'fhir_export_file',
        tag: TAG,
        summary: 'Read a file of an export',
        description: 'One resource for each line, as it is now. An answer that breaks off is not complete.',
        parameters: [EXPORT_ID, FILE_NAME],
        responses: { 200: { description: 'The lines.', schema: { type: 'string' } }, ...NO_RESOURCE },
      },
      read: request => ({
        id: exportIdIn(request),
        type: /^([A-Za-z]+)\.ndjson$/.exec(request.parameters['file_name'] ?? '')?.[1] ?? '',
      }),
      act: startFile,
      reply: body => ({
        status: 200,
        headers: { 'Content-Type': NDJSON },
        body,
        detail: { all_ehrs: true },
      }),
    }),
    produces: [NDJSON, 'application/ndjson'],
  },
]

const ACCEPTED = {
  resourceType: 'OperationOutcome',
  issue: [
    {
      severity: 'information',
      code: 'informational',
      diagnostics: 'The export is ready: Content-Location has its files.',
    },
  ],
}
