/** Tells administrators what a person may do. It is composed here, since the room of people does not know of apps. */
import { type Endpoint, endpoint, json } from '../../http/index.ts'
import { ASSIGNMENT_SCHEMA, PERSON_PARAMETER, personIdIn } from '../../people/assignments/index.ts'
import { SESSION_SCHEMA } from '../../people/index.ts'
import { APP_SCHEMA } from '../grants/endpoints.ts'
import { type AccessNeeds, accessBody, accessOf } from './person-access.ts'

const TIME = { type: 'string', format: 'date-time' }
const TEXTS = { type: 'array', items: { type: 'string' } }

const objectOf = (
  properties: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
): Record<string, unknown> => ({
  type: 'object',
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  properties,
})

const listOf = (...item: Parameters<typeof objectOf>) => ({ type: 'array', items: objectOf(...item) })

const ROLES = {
  ...listOf({
    name: { type: 'string' },
    description: { type: 'string' },
    built_in: { type: 'boolean' },
    ehrs: { type: 'string', enum: ['all', 'assigned'] },
  }),
  description: 'The roles of the person, and the EHRs that they hold in.',
}

const RULES = {
  ...listOf({
    scope: { type: 'string' },
    reach: { type: 'array', items: { type: 'string', enum: ['all', 'assigned', 'taken'] } },
    deidentified: { type: 'boolean', description: 'Records are seen without identity.' },
    roles: { ...TEXTS, description: 'The roles that the rule comes from.' },
  }),
  description:
    'Rights that the roles give, in the notation of scopes, and the EHRs that each holds in: all, assigned ones, or those that the person took in an emergency.',
}

const EHRS = objectOf({
  reach: { type: 'string', enum: ['all', 'assigned', 'none'], description: 'The widest reach of a rule.' },
  assigned: { type: 'integer', description: 'The number of EHRs that assignments reach now.' },
  taken: listOf({ assignment_id: { type: 'string' }, ehr_id: { type: 'string' }, ends_at: TIME }),
})

const APPS = { type: 'array', items: APP_SCHEMA, description: 'Apps that may act for the person.' }

const SIGN_IN = objectOf(
  {
    provider: { type: 'string', description: 'The identity provider that vouches for the person.' },
    password: { type: 'boolean' },
    authenticator_app: { type: 'boolean', description: 'The second factor of a password.' },
    passkeys: listOf({ passkey_id: { type: 'string' }, name: { type: 'string' }, used_at: TIME }, [
      'used_at',
    ]),
    recovery_codes: { type: 'integer', description: 'Codes that were not used yet.' },
    invitation_ends_at: { ...TIME, description: 'Only while a link was not used yet.' },
  },
  ['provider', 'invitation_ends_at'],
)

const ACCESS = {
  title: 'Access of a person',
  ...objectOf({
    person_id: { type: 'string' },
    name: { type: 'string' },
    disabled: { type: 'boolean', description: 'true: all of this holds again when the account is enabled.' },
    roles: ROLES,
    scopes: { ...TEXTS, description: 'Scopes of the API that the person has as a whole.' },
    rules: RULES,
    ehrs: EHRS,
    assignments: {
      type: 'array',
      items: ASSIGNMENT_SCHEMA,
      description: 'Those that have not ended, also those to come.',
    },
    apps: APPS,
    sign_in: SIGN_IN,
    sessions: { type: 'array', items: SESSION_SCHEMA, description: 'Sessions that have not ended.' },
  }),
}

export const personAccessEndpoints: readonly Endpoint<AccessNeeds>[] = [
  endpoint({
    route: 'GET /person/{person_id}/access',
    scope: 'api.admin',
    produces: ['application/json'],
    doc: {
      operationId: 'person_access',
      tag: 'People',
      summary: 'Tell what a person may do',
      description:
        'Roles, the rules that result from them, EHRs in reach, apps, ways to sign in, and sessions, as they are now.',
      parameters: [PERSON_PARAMETER],
      responses: {
        200: { description: 'The rights of the person.', schema: ACCESS },
        404: { description: 'There is no such person.' },
      },
    },
    read: personIdIn,
    act: (needs, _caller, id) => accessOf(needs, id),
    reply: access => json(200, accessBody(access)),
  }),
]
