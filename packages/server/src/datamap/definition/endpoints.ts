/** The routes of datamap definitions: list, read, save, delete, schema. */

import { RIGHTS } from '../../access/index.ts'
import { type NoteType, recorded } from '../../audit/index.ts'
import type { LimitedDatabase } from '../../db/index.ts'
import type { TemplateShelf } from '../../definitions/index.ts'
import { type Endpoint, endpoint, json } from '../../http/index.ts'
import { BODY_LIMITS } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { DEFINITION, DEFINITION_XML } from '../documented.ts'
import { type DatamapShelf, noDatamap } from './datamap-shelf.ts'
import { readDefinition } from './definition.ts'
import { definitionReply, etagOf, SAVED, type SavedDefinition } from './reply.ts'
import { DATAMAP_NAME, DEFINITION_BODY, datamapNameIn, definitionIn, expectedIn } from './request.ts'
import { recordSchema } from './schema.ts'
import { datamapNames, findDatamap, putDatamap, removeDatamap } from './store.ts'
import { suggestEndpoint } from './suggest-endpoint.ts'

export interface DatamapDefinitionNeeds {
  readonly db: LimitedDatabase
  readonly shelf: TemplateShelf
  readonly datamaps: DatamapShelf
}

const PATH = '/definition/datamap'
const TAG = 'Datamap definitions'

/** Throws the reason why nothing was written: the datamap does not exist, or If-Match names another definition. */
async function refuseExpected(db: LimitedDatabase, name: string): Promise<never> {
  const stored = await findDatamap(db, name)
  throw new Refusal(
    'version.conflict',
    stored ? 'If-Match does not name the current definition.' : `There is no datamap "${name}" to match.`,
    [],
    stored ? { latestVersion: etagOf(stored) } : {},
  )
}

const datamapChange = (type: NoteType, name: string, templateId: string) => ({
  changes: [{ type, subject: name, detail: { template_id: templateId } }],
})

const savedStatus = ({ created }: { readonly created?: boolean }): number => (created ? 201 : 200)

const NOT_FOUND = { 404: { description: 'There is no such datamap.' } }
const MALFORMED = { 400: { description: 'Not a name of a datamap.' } }
const CONFLICT = { 412: { description: '`If-Match` names another definition; `ETag` is the present one.' } }
const DEFINITION_TYPES = ['application/json', 'application/xml', 'text/xml']

export const datamapDefinitionEndpoints: readonly Endpoint<DatamapDefinitionNeeds>[] = [
  endpoint({
    route: `GET ${PATH}`,
    scope: 'api.read',
    right: RIGHTS.readTemplate,
    produces: ['application/json'],
    doc: {
      operationId: 'datamap_definition_list',
      tag: TAG,
      summary: 'List the names of all datamaps',
      responses: { 200: { description: 'Sorted.', schema: { type: 'array', items: { type: 'string' } } } },
    },
    read: () => undefined,
    act: ({ db }) => datamapNames(db),
    reply: names => json(200, names),
  }),
  endpoint({
    route: `GET ${PATH}/{datamapName}`,
    scope: 'api.read',
    right: RIGHTS.readTemplate,
    produces: DEFINITION_TYPES,
    doc: {
      operationId: 'datamap_definition_get',
      tag: TAG,
      summary: 'Read the definition of a datamap',
      description: 'As XML, as it was saved; or as JSON, with the XML in it.',
      parameters: [DATAMAP_NAME],
      responses: { 200: { description: 'The definition.', schema: SAVED }, ...MALFORMED, ...NOT_FOUND },
    },
    read: datamapNameIn,
    act: async ({ db, datamaps }, _caller, name): Promise<SavedDefinition> => {
      const stored = await findDatamap(db, name)
      if (!stored) throw await noDatamap(db, name)
      const { definition } = readDefinition(stored.definition, stored.format)
      return { stored, definition, outdated: await datamaps.outdated(name) }
    },
    reply: definitionReply(() => 200),
  }),
  endpoint({
    route: `PUT ${PATH}/{datamapName}`,
    writes: 200,
    scope: 'api.write',
    right: RIGHTS.saveDatamap,
    body: DEFINITION_BODY,
    bodyLimit: BODY_LIMITS.definition,
    produces: DEFINITION_TYPES,
    doc: {
      operationId: 'datamap_definition_put',
      tag: TAG,
      summary: 'Save a datamap',
      description: 'The definition is held to its template first; `If-Match` is honoured when it is given.',
      body: DEFINITION,
      bodyExamples: { 'application/xml': DEFINITION_XML },
      parameters: [DATAMAP_NAME],
      responses: {
        200: { description: 'Replaced.', schema: SAVED, headers: { ETag: 'The new definition.' } },
        201: {
          description: 'New.',
          schema: SAVED,
          headers: { ETag: 'The definition.', Location: 'Its address.' },
        },
        400: { description: 'The definition is faulty: every fault is listed, with the nearest valid path.' },
        ...CONFLICT,
      },
    },
    read: request => ({
      name: datamapNameIn(request),
      given: definitionIn(request),
      expected: expectedIn(request),
    }),
    act: async ({ db, datamaps }, { clientId, entry }, { name, given, expected }) => {
      const { text, format, definition, findings } = given
      const { template } = await datamaps.compileDefinition(definition, findings)
      const { templateId, key: templateKey } = template
      const row = { name, definition: text, format, templateId, templateKey, savedBy: clientId }
      const saved = await recorded(
        db,
        entry,
        queries => putDatamap(queries, row, expected),
        put =>
          put && {
            status: savedStatus(put),
            ...datamapChange(put.created ? 'datamap.created' : 'datamap.updated', name, templateId),
          },
      )
      return saved ? { ...saved, definition, outdated: [] } : refuseExpected(db, name)
    },
    reply: definitionReply(savedStatus),
  }),
  endpoint({
    route: `DELETE ${PATH}/{datamapName}`,
    writes: 200,
    scope: 'api.write',
    right: RIGHTS.deleteDatamap,
    produces: ['application/json'],
    doc: {
      operationId: 'datamap_definition_delete',
      tag: TAG,
      summary: 'Delete a datamap; the records that it showed stay',
      parameters: [DATAMAP_NAME],
      responses: { 200: { description: 'Deleted.' }, ...MALFORMED, ...NOT_FOUND, ...CONFLICT },
    },
    read: request => ({ name: datamapNameIn(request), expected: expectedIn(request) }),
    act: async ({ db }, { entry }, { name, expected }) => {
      const removed = await recorded(
        db,
        entry,
        queries => removeDatamap(queries, name, expected),
        templateId =>
          templateId === undefined ? undefined : datamapChange('datamap.deleted', name, templateId),
      )
      if (removed !== undefined) return
      if (expected === null) throw await noDatamap(db, name)
      await refuseExpected(db, name)
    },
    reply: () => json(200, {}),
  }),
  endpoint({
    route: `GET ${PATH}/{datamapName}/schema`,
    scope: 'api.read',
    right: RIGHTS.readTemplate,
    produces: ['application/schema+json', 'application/json'],
    doc: {
      operationId: 'datamap_definition_schema',
      tag: TAG,
      summary: 'Read the JSON Schema of a datamap’s records',
      description: 'JSON Schema 2020-12, with the hints `href` (the path) and `rmType`.',
      parameters: [DATAMAP_NAME],
      responses: {
        200: { description: 'The schema.', schema: { type: 'object', additionalProperties: true } },
        ...MALFORMED,
        ...NOT_FOUND,
      },
    },
    read: datamapNameIn,
    act: ({ datamaps }, _caller, name) => datamaps.named(name),
    reply: (datamap, _name, { accepted }) => ({
      status: 200,
      headers: { 'Content-Type': `${accepted}; charset=utf-8`, ETag: `"${etagOf(datamap)}"` },
      body: JSON.stringify(recordSchema(datamap)),
    }),
  }),
  suggestEndpoint,
]
