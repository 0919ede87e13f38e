/** `/extra/v1/person-definition`: where the data that people are found by are in an archetype. */
import { recorded } from '../../audit/index.ts'
import { type Endpoint, endpoint, type Incoming, json } from '../../http/index.ts'
import { BODY_LIMITS, readJson } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { definitionIn } from './definition.ts'
import type { DefinitionInForce } from './definition-shelf.ts'
import { putDefinition } from './definition-store.ts'
import type { FindingNeeds } from './endpoints.ts'
import { renewEntries } from './entries.ts'

const TAG = 'Demographic'
const PATH = '/person-definition/{archetype_id}'

const ARCHETYPE = {
  name: 'archetype_id',
  in: 'path',
  required: true,
  description: 'The archetype of the PERSON, such as `openEHR-DEMOGRAPHIC-PERSON.person.v0`.',
  schema: { type: 'string' },
} as const

const PATHS = { type: 'array', items: { type: 'string' } }

const DEFINITION = {
  title: 'Person definition',
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { ...PATHS, description: 'Paths to the parts of names.' },
    given_name: { ...PATHS, description: 'Those of them that are given names: FHIR shows them apart.' },
    family_name: { ...PATHS, description: 'Those of them that are family names.' },
    birth_date: PATHS,
    sex: PATHS,
    sex_codes: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The word for each code, such as `{"at0311": "female"}`; without one, the text counts.',
    },
    identifier: { ...PATHS, description: 'Paths to DV_IDENTIFIERs or texts.' },
    address: PATHS,
  },
}

const LISTED = {
  type: 'array',
  items: {
    type: 'object',
    required: ['archetype_id', 'built_in', 'definition'],
    properties: {
      archetype_id: { type: 'string' },
      built_in: { type: 'boolean', description: 'It comes with the server.' },
      definition: DEFINITION,
    },
  },
}

const NOT_FOUND = { 404: { description: 'There is no definition for this archetype.' } }

const PERSON_ARCHETYPE = /^[\w-]{1,100}-PERSON\.[\w-]{1,100}\.v\d[\w.-]{0,30}$/

function archetypeIn({ parameters }: Incoming): string {
  const id = parameters['archetype_id'] ?? ''
  if (!PERSON_ARCHETYPE.test(id))
    throw new Refusal('request.malformed', 'The address must name an archetype of PERSON.')
  return id
}

const noDefinition = (id: string): Refusal =>
  new Refusal('resource.not_found', `There is no definition for people of ${id}.`)

/** People whose entries are made again before the answer; a job goes on with the others. */
const AT_ONCE = 500

const common = { scope: 'api.admin', produces: ['application/json'] } as const

const listed = ([archetype_id, { isBuiltIn, definition }]: readonly [string, DefinitionInForce]) => ({
  archetype_id,
  built_in: isBuiltIn,
  definition,
})

export const definitionEndpoints: readonly Endpoint<FindingNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /person-definition',
    doc: {
      operationId: 'person_definition_list',
      tag: TAG,
      summary: 'List the definitions by which people are found',
      responses: { 200: { description: 'By archetype.', schema: LISTED } },
    },
    read: () => undefined,
    act: async ({ definitions }) => {
      await definitions.refresh()
      return [...definitions.all()].flatMap(([id, { inForce }]) => (inForce ? [listed([id, inForce])] : []))
    },
    reply: all => json(200, all),
  }),
  endpoint({
    ...common,
    route: `PUT ${PATH}`,
    writes: 200,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'person_definition_put',
      tag: TAG,
      summary: 'Save the definition by which people of an archetype are found',
      description:
        'People who are stored already are entered again: the first ones at once, the others within minutes.',
      parameters: [ARCHETYPE],
      body: DEFINITION,
      responses: {
        200: { description: 'Saved.', schema: DEFINITION },
        400: { description: 'A path cannot be read, or a member is unknown.' },
      },
    },
    read: request => ({ id: archetypeIn(request), definition: definitionIn(request.body) }),
    act: async ({ db, definitions }, { clientId, entry }, { id, definition }) => {
      await recorded(
        db,
        entry,
        queries => putDefinition(queries, id, definition, clientId),
        () => ({}),
      )
      await renewEntries(db, definitions, AT_ONCE)
      return definition
    },
    reply: definition => json(200, definition),
  }),
  endpoint({
    ...common,
    route: `DELETE ${PATH}`,
    writes: 204,
    doc: {
      operationId: 'person_definition_delete',
      tag: TAG,
      summary: 'Delete a definition; that of a published archetype holds again',
      parameters: [ARCHETYPE],
      responses: { 204: { description: 'Deleted.' }, ...NOT_FOUND },
    },
    read: archetypeIn,
    act: async ({ db, definitions }, { clientId, entry }, id) => {
      await definitions.refresh()
      const { inForce } = definitions.of(id)
      if (!inForce || inForce.isBuiltIn) throw noDefinition(id)
      await recorded(
        db,
        entry,
        queries => putDefinition(queries, id, undefined, clientId),
        () => ({}),
      )
      await renewEntries(db, definitions, AT_ONCE)
    },
    reply: () => ({ status: 204 }),
  }),
]
