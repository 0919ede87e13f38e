/** The routes of ADL 1.4 templates: upload, list, read, replace, delete (docs/interface.md, section 7; openEHR REST, Definition). */
import { decodeXml } from '@cairn-ehr/openehr/format'
import { webTemplateJson } from '@cairn-ehr/openehr/template'
import { RIGHTS } from '../access/index.ts'
import { type NoteType, recorded } from '../audit/index.ts'
import { type LimitedDatabase, type LimitedQueries, untilWritten } from '../db/index.ts'
import {
  type BodyReader,
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  oneOfClasses,
  type Reply,
  schemaRef,
} from '../http/index.ts'
import { nextPageLink, withQuery } from '../http/reply/index.ts'
import { contentType, int32In, type Preference, preferenceApplied, preferIn } from '../http/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import { describeTemplate, LARGE, threads } from '../threads/index.ts'
import { EXAMPLE_PARAMETERS, EXAMPLE_TYPES, exampleWantedIn, printExample } from './example.ts'
import {
  ID,
  INT32,
  LIST_PARAMETERS,
  NOT_FOUND,
  OPT_EXAMPLE,
  OPT_EXAMPLES,
  OPT_TEXT,
  PREFER,
  SUMMARY,
} from './template-doc.ts'
import { noTemplate, type TemplateShelf } from './template-shelf.ts'
import {
  addTemplate,
  filterTemplates,
  findTemplate,
  findTemplateVersion,
  type NewTemplate,
  removeTemplate,
  type StoredTemplate,
  type TemplateFilter,
  type TemplateSummary,
} from './template-store.ts'

export interface TemplateNeeds {
  readonly db: LimitedDatabase
  readonly shelf: TemplateShelf
  readonly now: () => number
}

const PATH = '/definition/template/adl1.4'

const filterIn = ({ query }: Incoming): TemplateFilter => ({
  templateId: query.get('template_id') ?? undefined,
  concept: query.get('concept') ?? undefined,
  version: query.get('version') ?? undefined,
  offset: int32In(query, 'offset') ?? 0,
  fetch: int32In(query, 'fetch'),
})

const idIn = ({ parameters }: Incoming): string => parameters['template_id'] ?? ''

const summaryBody = ({ templateId, concept, archetypeId, createdAt }: TemplateSummary) => ({
  template_id: templateId,
  concept,
  archetype_id: archetypeId,
  created_timestamp: createdAt.toISOString(),
})

interface Upload {
  readonly template: NewTemplate
  readonly prefer: Preference
}

/** Finds all faults of an OPT before anything is written; a large OPT is read in a worker thread. */
const readTemplate: BodyReader = (bytes, _media, { systemId }): NewTemplate | Promise<NewTemplate> => {
  const opt = decodeXml(bytes)
  return opt.length > LARGE
    ? threads.run('describeTemplate', opt, systemId).then(described => ({ ...described, opt }))
    : { ...describeTemplate(opt), opt }
}

const uploadIn = (request: Incoming): Upload => ({
  template: request.body as NewTemplate,
  prefer: preferIn(request),
})

/** RFC 9110 section 8.8.3, limited to ASCII: the uid of an OPT may be any text, but a header may not. */
const OPAQUE_TAG = /^[\x21\x23-\x7e]+$/

/** No weak mark (openEHR REST 1.1.0), since older clients read it as a part of the id. The key tells apart versions without a uid. */
const etagOf = ({ uid, key }: TemplateSummary) =>
  `"${uid !== null && OPAQUE_TAG.test(uid) ? uid : `template-${key}`}"`

const headersOf = (summary: TemplateSummary) => ({
  ETag: etagOf(summary),
  'Last-Modified': summary.createdAt.toUTCString(),
  Location: `${PATH}/${encodeURIComponent(summary.templateId)}`,
})

const uploadReply =
  (status: number) =>
  (summary: TemplateSummary, { template, prefer }: Upload): Reply => {
    const headers = { ...headersOf(summary), ...preferenceApplied({ return: prefer.return }) }
    if (prefer.return !== 'representation') return { status: status === 200 ? 204 : status, headers }
    return {
      status,
      headers: { ...headers, 'Content-Type': 'application/xml; charset=utf-8' },
      body: template.opt,
    }
  }

const templateChange = (type: NoteType) => (added: TemplateSummary | undefined) =>
  added && { changes: [{ type, subject: added.templateId }] }

async function create(
  { db, shelf }: TemplateNeeds,
  { entry }: Caller,
  template: NewTemplate,
): Promise<TemplateSummary> {
  const summary = await recorded(
    db,
    entry,
    queries => addTemplate(queries, template, 1),
    templateChange('template.created'),
  )
  if (!summary)
    throw new Refusal(
      'template.exists',
      `There is already a template "${template.templateId}"; PUT replaces it by a new version.`,
    )
  await shelf.forget(template.templateId)
  return summary
}

/** Existing records keep the template version that they were validated with; new ones are validated with the new version. */
async function replace(
  { db, shelf }: TemplateNeeds,
  { entry }: Caller,
  templateId: string,
  template: NewTemplate,
): Promise<TemplateSummary> {
  if (template.templateId !== templateId)
    throw new Refusal(
      'request.malformed',
      `The template in the body is "${template.templateId}", but the address names "${templateId}".`,
    )
  const summary = await untilWritten(async () => {
    const current = await findTemplate(db, templateId)
    if (!current) throw await noTemplate(shelf, templateId)
    // Concurrent replacements wait for each other.
    const add = (queries: LimitedQueries) => addTemplate(queries, template, current.version + 1)
    return recorded(db, entry, add, templateChange('template.updated'))
  })
  await shelf.forget(templateId)
  return summary
}

async function read({ db, shelf }: TemplateNeeds, templateId: string): Promise<StoredTemplate> {
  const stored = await findTemplate(db, templateId)
  if (!stored) throw await noTemplate(shelf, templateId)
  return stored
}

/** `Accept` chooses between the OPT and the web template; `application/json` is the web template, as in other servers. */
const WEB_TEMPLATE = 'application/openehr.wt+json'
const READ_TYPES = ['application/xml', WEB_TEMPLATE, 'application/json', 'text/plain', 'text/xml']

async function readAs(needs: TemplateNeeds, templateId: string, version: number | undefined, type: string) {
  const stored =
    version === undefined
      ? await read(needs, templateId)
      : await findTemplateVersion(needs.db, templateId, version)
  if (!stored)
    throw new Refusal('template.not_found', `There is no version ${version} of the template "${templateId}".`)
  if (!type.endsWith('json')) return { stored, body: stored.opt }
  const ready = await needs.shelf.byKey(stored.key)
  if (!ready) throw await noTemplate(needs.shelf, templateId)
  return { stored, body: JSON.stringify(webTemplateJson(ready.webTemplate())) }
}

/** Also as `application/octet-stream`, for generated clients that cannot send XML. */
const XML = {
  'application/xml': readTemplate,
  'text/xml': readTemplate,
  'application/octet-stream': readTemplate,
}

export const templateEndpoints: readonly Endpoint<TemplateNeeds>[] = [
  endpoint({
    route: `POST ${PATH}`,
    writes: 201,
    scope: 'api.write',
    right: RIGHTS.createTemplate,
    body: XML,
    // Clients ask for JSON or XML here without regard to what they can read.
    produces: ['application/xml', 'application/json', 'text/xml', WEB_TEMPLATE],
    doc: {
      operationId: 'template_upload',
      tag: 'Templates',
      summary: 'Upload a template (OPT 1.4)',
      body: OPT_TEXT,
      bodyExamples: OPT_EXAMPLES,
      parameters: [PREFER],
      responses: {
        201: {
          description: 'Stored; with `return=representation`, the OPT.',
          headers: { Location: 'Where it is.', ETag: 'Its uid.' },
        },
        400: { description: 'Not a template, or a faulty one: all faults are listed with line and path.' },
        409: { description: 'There is a template with this id.' },
      },
    },
    read: uploadIn,
    nameOf: ({ template }) => template.templateId,
    act: (needs, caller, { template }) => create(needs, caller, template),
    reply: uploadReply(201),
  }),
  endpoint({
    route: `GET ${PATH}`,
    scope: 'api.read',
    right: RIGHTS.readTemplate,
    produces: ['application/json'],
    doc: {
      operationId: 'template_list',
      tag: 'Templates',
      summary: 'List templates',
      parameters: LIST_PARAMETERS,
      responses: {
        200: {
          description: 'The templates that fit, by id.',
          schema: { type: 'array', items: SUMMARY },
          headers: { Link: 'The next page (`rel="next"`), where `fetch` left some out.' },
        },
        400: { description: '`offset` or `fetch` is no whole number.' },
      },
    },
    read: filterIn,
    act: ({ db }, _caller, filter) => filterTemplates(db, filter),
    reply: ({ templates, hasMore }, { offset, version }, { publicUrl }) => {
      const next = { offset: String(offset + templates.length) }
      const headers = hasMore ? nextPageLink(withQuery(publicUrl, next)) : {}
      const items = templates.map(each =>
        version === undefined ? summaryBody(each) : { ...summaryBody(each), version: String(each.version) },
      )
      return json(200, items, headers)
    },
  }),
  endpoint({
    route: `GET ${PATH}/{template_id}`,
    scope: 'api.read',
    right: RIGHTS.readTemplate,
    produces: READ_TYPES,
    doc: {
      operationId: 'template_get',
      tag: 'Templates',
      summary: 'Read a template: the OPT as it was uploaded, or its web template',
      parameters: [
        ID,
        {
          name: 'version',
          in: 'query',
          description: 'A version of the template, from 1; the latest when left out.',
          schema: INT32,
        },
      ],
      responses: {
        200: {
          description: 'The template.',
          headers: { ETag: 'Its uid.' },
          schema: schemaRef('WEB_TEMPLATE'),
          examples: { ...OPT_EXAMPLES, 'text/plain': OPT_EXAMPLE },
        },
        ...NOT_FOUND,
      },
    },
    read: request => ({
      id: idIn(request),
      version: int32In(request.query, 'version'),
      type: request.accepted,
    }),
    act: (needs, _caller, { id, version, type }) => readAs(needs, id, version, type),
    reply: ({ stored, body }, { type }) => ({
      status: 200,
      headers: {
        'Content-Type': `${type}; charset=utf-8`,
        ETag: etagOf(stored),
        'Last-Modified': stored.createdAt.toUTCString(),
      },
      body,
    }),
  }),
  endpoint({
    route: `GET ${PATH}/{template_id}/example`,
    scope: 'api.read',
    right: RIGHTS.readTemplate,
    produces: EXAMPLE_TYPES,
    doc: {
      operationId: 'template_example',
      tag: 'Templates',
      summary: 'Read an example of a record made by a template',
      parameters: [ID, ...EXAMPLE_PARAMETERS],
      responses: {
        200: {
          description: 'A valid record.',
          schema: oneOfClasses(['COMPOSITION', 'EHR_STATUS', 'FOLDER']),
        },
        400: { description: 'A parameter cannot be used.' },
        ...NOT_FOUND,
      },
    },
    read: request => ({ id: idIn(request), wanted: exampleWantedIn(request) }),
    act: async ({ shelf, now }, _caller, { id, wanted }) => {
      const ready = await shelf.latest(id)
      if (!ready) throw await noTemplate(shelf, id)
      return printExample(ready, { ...wanted, now: new Date(now()) })
    },
    reply: (body, { wanted }) => ({ status: 200, headers: contentType(wanted.form), body }),
  }),
  endpoint({
    route: `PUT ${PATH}/{template_id}`,
    scope: 'api.write',
    right: RIGHTS.changeTemplate,
    body: XML,
    produces: ['application/xml', 'application/json', 'text/xml', WEB_TEMPLATE],
    doc: {
      operationId: 'template_replace',
      tag: 'Templates',
      summary: 'Replace a template by a new version',
      body: OPT_TEXT,
      bodyExamples: OPT_EXAMPLES,
      description: 'Records keep the version that they were validated with.',
      parameters: [ID, PREFER],
      responses: {
        200: { description: 'Replaced (`return=representation`).' },
        204: { description: 'Replaced.' },
        400: { description: 'Not a template, a faulty one, or one with another id.' },
        ...NOT_FOUND,
      },
    },
    read: request => ({ ...uploadIn(request), id: idIn(request) }),
    writes: ({ prefer }) => (prefer.return === 'representation' ? 200 : 204),
    act: (needs, caller, { id, template }) => replace(needs, caller, id, template),
    reply: uploadReply(200),
  }),
  endpoint({
    route: `DELETE ${PATH}/{template_id}`,
    writes: 204,
    scope: 'api.write',
    right: RIGHTS.deleteTemplate,
    produces: [],
    doc: {
      operationId: 'template_delete',
      tag: 'Templates',
      summary: 'Delete a template that no record was made by',
      parameters: [ID],
      responses: {
        204: { description: 'Deleted, with all its versions.' },
        409: { description: 'Records were made by it.' },
        ...NOT_FOUND,
      },
    },
    read: idIn,
    act: async ({ db, shelf }, { entry }, id) => {
      const outcome = await removeTemplate(db, entry, id)
      if (outcome === 'unknown') throw await noTemplate(shelf, id)
      if (outcome === 'in use')
        throw new Refusal(
          'template.in_use',
          `The template "${id}" cannot be deleted: records were made by it.`,
        )
      await shelf.forget(id)
    },
    reply: () => ({ status: 204 }),
  }),
]
