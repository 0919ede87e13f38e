/** `{base_url}/extra/v1/terminology/code`: codes of a value set, from the terminology server that the service asks. */
import { RIGHTS } from '../access/index.ts'
import { type Endpoint, endpoint, type Incoming, json, type ParameterDoc } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { offerCodes, type WantedCodes } from './offer.ts'
import { readValueSet } from './value-set.ts'

export interface OfferNeeds {
  /** `CAIRN_TERMINOLOGY_URL`. */
  readonly terminologyUrl: string | undefined
}

const [USUAL, MOST] = [20, 100]
const LONGEST_FILTER = 200

const PARAMETERS: readonly ParameterDoc[] = [
  {
    name: 'value_set',
    in: 'query',
    required: true,
    description:
      'The value set as a template names it: `referenceSetUri` or `terminology` of an input of the web template, such as ' +
      '`terminology://fhir.hl7.org/ValueSet/$expand?url=…`, the URL of a value set, or `SNOMED-CT` for all of its codes.',
    schema: { type: 'string', maxLength: 2000 },
  },
  {
    name: 'filter',
    in: 'query',
    description: 'A part of a name. Default: the first codes of the set.',
    schema: { type: 'string', maxLength: LONGEST_FILTER },
  },
  {
    name: 'count',
    in: 'query',
    description: `The most codes that are listed: 1 to ${MOST}, by default ${USUAL}.`,
    schema: { type: 'integer', minimum: 1, maximum: MOST },
  },
  {
    name: 'language',
    in: 'query',
    description: 'Language of the names, if the terminology server has it: a code such as `de` or `pt-BR`.',
    schema: { type: 'string', pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$' },
  },
]

const CODES = {
  title: 'Offered codes',
  type: 'object',
  required: ['codes'],
  properties: {
    codes: {
      type: 'array',
      items: {
        title: 'Offered code',
        type: 'object',
        required: ['code', 'terminology', 'display'],
        properties: {
          code: { type: 'string' },
          terminology: { type: 'string', description: 'As records name it: `SNOMED-CT`, or a URI.' },
          display: { type: 'string', description: 'The name of the code.' },
        },
      },
    },
  },
}

const malformed = (message: string) => new Refusal('request.malformed', message)

function countIn({ query }: Incoming): number {
  const count = Number(query.get('count') ?? USUAL)
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count
  throw malformed(`count is a whole number from 1 to ${MOST}.`)
}

function languageIn({ query }: Incoming): string | undefined {
  const language = query.get('language') ?? undefined
  if (language === undefined || /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/.test(language)) return language
  throw malformed('language is a code such as de or pt-BR.')
}

function wantedIn(request: Incoming): WantedCodes {
  const reference = request.query.get('value_set') ?? ''
  if (reference === '') throw malformed('value_set is missing: the value set as a template names it.')
  const filter = (request.query.get('filter') ?? '').trim()
  if (filter.length > LONGEST_FILTER) throw malformed(`filter has at most ${LONGEST_FILTER} characters.`)
  const valueSet = readValueSet(reference)
  if (valueSet) return { valueSet, filter, count: countIn(request), language: languageIn(request) }
  throw new Refusal(
    'terminology.unknown',
    `"${reference.slice(0, 100)}" is no value set that a FHIR terminology server could know.`,
  )
}

export const offerEndpoint: Endpoint<OfferNeeds> = endpoint({
  route: 'GET /terminology/code',
  scope: 'api.read',
  right: RIGHTS.readTemplate,
  produces: ['application/json'],
  doc: {
    operationId: 'terminology_codes',
    tag: 'Terminology',
    summary: 'List codes of a value set by their names',
    description:
      'The service asks the terminology server of `CAIRN_TERMINOLOGY_URL`, so that a page needs neither its address nor its credentials.',
    parameters: PARAMETERS,
    responses: {
      200: {
        description: 'The codes, best first as the terminology server has them.',
        schema: CODES,
        examples: {
          'application/json': {
            codes: [{ code: '73211009', terminology: 'SNOMED-CT', display: 'Diabetes mellitus' }],
          },
        },
      },
      422: { description: 'No terminology server is set, or it does not have the value set.' },
      502: { description: 'The terminology server does not answer, or answers with an error.' },
    },
  },
  read: wantedIn,
  act: ({ terminologyUrl }, _caller, wanted) => {
    if (terminologyUrl === undefined)
      throw new Refusal('terminology.unknown', 'CAIRN_TERMINOLOGY_URL names no terminology server.')
    return offerCodes(terminologyUrl, wanted)
  },
  reply: codes => json(200, { codes }),
})
