/** `/extra/v1/definition/fhir-mapping`: mapping files are listed, read, put, deleted and tried. */
import { isResource } from '@cairn-ehr/fhir'
import { isRmObject } from '@cairn-ehr/openehr/rm'
import { recorded } from '../../audit/index.ts'
import { untilWritten } from '../../db/index.ts'
import {
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
} from '../../http/index.ts'
import { BODY_LIMITS, readJson, readText } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { checkMapping } from '../mappings/check-mapping.ts'
import { type MappingSource, readSource } from '../mappings/mapping-set.ts'
import type { MappingInForce } from '../mappings/mapping-shelf.ts'
import { addMapping, findMappingVersions, type StoredMapping } from '../mappings/mapping-store.ts'
import { type Trial, tryMappings } from '../mappings/try-mapping.ts'
import type { FhirServices } from '../needs.ts'

const TAG = 'FHIR mappings'
const PATH = '/definition/fhir-mapping'

const NAME: ParameterDoc = {
  name: 'mapping_name',
  in: 'path',
  required: true,
  description: 'The name of the file, such as `vital-signs.pulse.model.yml`.',
  schema: { type: 'string' },
}

const FORM = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,149}$/

function nameOf(text: unknown): string {
  if (typeof text === 'string' && FORM.test(text)) return text
  throw new Refusal(
    'request.malformed',
    'The name of a mapping has letters, digits, "_", "." and "-", and at most 150 of them.',
  )
}

const nameIn = ({ parameters }: Incoming): string => nameOf(parameters['mapping_name'])

const noMapping = (name: string) =>
  new Refusal('fhir_mapping.not_found', `There is no mapping file "${name}" that was put here.`)

const FINDING = {
  type: 'object',
  properties: { file: { type: 'string' }, line: { type: 'integer' }, message: { type: 'string' } },
}

const LISTED = {
  title: 'FHIR mapping',
  type: 'object',
  required: ['name', 'type', 'version', 'built_in'],
  properties: {
    name: { type: 'string' },
    type: { type: 'string', description: '`model`, `extension`, `context` or `ConceptMap`.' },
    version: { type: 'integer', description: '0 for a file that comes with the server.' },
    built_in: { type: 'boolean' },
  },
}

const VERSION = {
  title: 'Version of a FHIR mapping',
  type: 'object',
  required: ['name', 'version', 'saved', 'saved_by'],
  properties: {
    name: { type: 'string' },
    version: { type: 'integer' },
    saved: { type: 'string', format: 'date-time' },
    saved_by: { type: 'string' },
    text: { type: ['string', 'null'], description: 'Null: it was deleted.' },
  },
}

const NOT_FOUND = { 404: { description: 'There is no such file.' } }
const INVALID = { 422: { description: 'The file cannot be used; each fault has its file and line.' } }

const versionBody = ({ name, version, text, savedAt, savedBy }: StoredMapping) => ({
  name,
  version,
  saved: savedAt.toISOString(),
  saved_by: savedBy,
  text,
})

const typeOf = (source: MappingSource): string => readSource(source).mapping?.type ?? 'ConceptMap'

const listed = (file: MappingInForce) => ({
  name: file.name,
  type: typeOf(file),
  version: file.version,
  built_in: file.isBuiltIn,
})

/** Adds the next version; the same text again adds none. */
const putMapping = (
  { db }: FhirServices,
  { entry, clientId }: Caller,
  name: string,
  text: string | null,
): Promise<StoredMapping> =>
  untilWritten(async () => {
    const [latest] = await findMappingVersions(db, name)
    if (latest && latest.text === text) return latest
    const version = (latest?.version ?? 0) + 1
    return recorded(
      db,
      entry,
      queries => addMapping(queries, { name, version, text, savedBy: clientId }),
      added => added && {},
    )
  })

function textIn({ body }: Incoming): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

const [MOST_TRIED, MOST_CHARACTERS] = [100, 300_000]

function trialIn({ body }: Incoming): Trial {
  const {
    example,
    files = [],
    ...others
  } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const isExample = isResource(example) || (isRmObject(example) && example['_type'] === 'COMPOSITION')
  if (!isExample || !Array.isArray(files) || Object.keys(others).length > 0)
    throw new Refusal(
      'request.malformed',
      'The body must have "example", a COMPOSITION or a resource of FHIR, and may have "files".',
    )
  return { example, files: triedIn(files) }
}

function triedIn(files: readonly unknown[]): readonly MappingSource[] {
  const tried = files.map(each => {
    const { name, text } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>
    if (typeof text !== 'string')
      throw new Refusal('request.malformed', 'Each of the files has a name and a text.')
    return { name: nameOf(name), text }
  })
  const characters = tried.reduce((sum, { text }) => sum + text.length, 0)
  if (tried.length > MOST_TRIED || characters > MOST_CHARACTERS)
    throw new Refusal(
      'request.malformed',
      `A trial has at most ${MOST_TRIED} files, with ${MOST_CHARACTERS} characters in all.`,
    )
  return tried
}

const BODY = {
  'application/yaml': readText,
  'text/yaml': readText,
  'text/plain': readText,
  'application/json': readJson,
}

const common = { scope: 'api.read', produces: ['application/json'] } as const

export const mappingEndpoints: readonly Endpoint<FhirServices>[] = [
  endpoint({
    ...common,
    route: `GET ${PATH}`,
    doc: {
      operationId: 'fhir_mapping_list',
      tag: TAG,
      summary: 'List the mapping files in force',
      responses: { 200: { description: 'By name.', schema: { type: 'array', items: LISTED } } },
    },
    read: () => undefined,
    act: ({ mappings }) => mappings.files(),
    reply: files =>
      json(
        200,
        files.map(listed).sort((a, b) => (a.name < b.name ? -1 : 1)),
      ),
  }),
  endpoint({
    ...common,
    route: `GET ${PATH}/{mapping_name}`,
    produces: ['application/json', 'application/yaml'],
    doc: {
      operationId: 'fhir_mapping_get',
      tag: TAG,
      summary: 'Read the mapping file in force',
      description: 'By `Accept: application/yaml` the file alone, as it was sent.',
      parameters: [NAME],
      responses: {
        200: {
          description: 'The file.',
          schema: {
            ...LISTED,
            title: 'FHIR mapping file',
            required: [...LISTED.required, 'text'],
            properties: { ...LISTED.properties, text: { type: 'string' } },
          },
        },
        ...NOT_FOUND,
      },
    },
    read: nameIn,
    act: async ({ mappings }, _caller, name) => {
      const found = (await mappings.files()).find(file => file.name === name)
      if (!found) throw noMapping(name)
      return found
    },
    reply: (file, _name, { accepted }) =>
      accepted === 'application/json'
        ? json(200, { ...listed(file), text: file.text })
        : { status: 200, headers: { 'Content-Type': 'application/yaml; charset=utf-8' }, body: file.text },
  }),
  endpoint({
    ...common,
    route: `GET ${PATH}/{mapping_name}/versions`,
    doc: {
      operationId: 'fhir_mapping_versions',
      tag: TAG,
      summary: 'Read all versions of a mapping file that was put',
      parameters: [NAME],
      responses: {
        200: { description: 'The newest first.', schema: { type: 'array', items: VERSION } },
        ...NOT_FOUND,
      },
    },
    read: nameIn,
    act: async ({ db }, _caller, name) => {
      const versions = await findMappingVersions(db, name)
      if (versions.length === 0) throw noMapping(name)
      return versions
    },
    reply: versions => json(200, versions.map(versionBody)),
  }),
  endpoint({
    route: `PUT ${PATH}/{mapping_name}`,
    writes: 200,
    scope: 'api.write',
    produces: ['application/json'],
    body: BODY,
    bodyLimit: BODY_LIMITS.definition,
    doc: {
      operationId: 'fhir_mapping_put',
      tag: TAG,
      summary: 'Put a mapping file',
      description:
        'A model, extension or context of FHIRconnect as YAML, or a ConceptMap as JSON. It is in force at once. One with the name of a file that comes with the server replaces that file.',
      parameters: [NAME],
      body: { type: 'string' },
      responses: {
        200: {
          description: 'Stored, or stored before with the same text.',
          schema: {
            type: 'object',
            required: ['name', 'type', 'version', 'warnings'],
            properties: {
              name: { type: 'string' },
              type: { type: 'string' },
              version: { type: 'integer' },
              warnings: {
                type: 'array',
                description:
                  'Paths that lead nowhere in the template or in R4: the mapping runs without them.',
                items: FINDING,
              },
            },
          },
        },
        ...INVALID,
      },
    },
    read: request => ({ name: nameIn(request), text: textIn(request) }),
    act: async (needs, caller, { name, text }) => {
      const { type, warnings } = await checkMapping(await needs.mappings.files(), { name, text }, needs.shelf)
      const { version } = await putMapping(needs, caller, name, text)
      return { name, type, version, warnings }
    },
    reply: put => json(200, put),
  }),
  endpoint({
    route: `DELETE ${PATH}/{mapping_name}`,
    writes: 204,
    scope: 'api.write',
    produces: [],
    doc: {
      operationId: 'fhir_mapping_delete',
      tag: TAG,
      summary: 'Delete a mapping file that was put; that of the server holds again',
      description: 'Contexts that need the file make nothing until there is another. Its versions stay.',
      parameters: [NAME],
      responses: { 204: { description: 'Deleted.' }, ...NOT_FOUND },
    },
    read: nameIn,
    act: async (needs, caller, name) => {
      const [latest] = await findMappingVersions(needs.db, name)
      if (!latest || latest.text === null) throw noMapping(name)
      await putMapping(needs, caller, name, null)
    },
    reply: () => ({ status: 204 }),
  }),
  endpoint({
    ...common,
    route: `POST ${PATH}/try`,
    action: 'R',
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.definition,
    doc: {
      operationId: 'fhir_mapping_try',
      tag: TAG,
      summary: 'Try mappings on an example',
      description:
        'The result of each context that fits, and which mapping made which value. Nothing is stored.',
      body: {
        type: 'object',
        required: ['example'],
        properties: {
          example: {
            type: 'object',
            description: 'A COMPOSITION, or a resource or Bundle of FHIR.',
            additionalProperties: true,
          },
          files: {
            type: 'array',
            description: 'Files that replace or add to those in force, for this trial alone.',
            maxItems: MOST_TRIED,
            items: {
              type: 'object',
              required: ['name', 'text'],
              properties: { name: { type: 'string' }, text: { type: 'string' } },
            },
          },
        },
      },
      responses: {
        200: {
          description: 'By context.',
          schema: {
            type: 'array',
            items: {
              title: 'Tried context',
              type: 'object',
              required: ['context', 'trace'],
              properties: {
                context: { type: 'string' },
                resources: { type: 'array', items: { type: 'object', additionalProperties: true } },
                composition: { type: 'object', additionalProperties: true },
                trace: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: {
                      mapping: { type: 'string' },
                      file: { type: 'string' },
                      line: { type: 'integer' },
                      openehr: { type: 'string' },
                      fhir: { type: 'string' },
                      resource: {
                        type: 'integer',
                        description: 'The index of the resource in `resources` that has the value.',
                      },
                      via: {
                        type: 'array',
                        items: { type: 'string' },
                        description: 'The references of the Bundle that were followed to the value.',
                      },
                    },
                  },
                },
                fault: { type: 'string', description: 'Why the context could not be run to its end.' },
              },
            },
          },
        },
        ...INVALID,
      },
    },
    read: trialIn,
    act: (needs, _caller, trial) => tryMappings(needs, trial),
    reply: tried => json(200, tried),
  }),
]
