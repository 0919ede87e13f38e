/** The form of a subscription, and the bodies of requests that are made from it. */
import type { Subscription, SubscriptionChange, SubscriptionRequest } from '@cairn-ehr/client'
import { isEventType } from '../../display/event-types.ts'

/** `keep`: the credentials that the subscription has; answers do not show them. */
export type AuthorizationChoice = 'keep' | 'none' | 'bearer' | 'client_credentials'

export interface SubscriptionForm {
  readonly name: string
  readonly url: string
  readonly type: readonly string[]
  readonly template_id: readonly string[]
  readonly archetype_id: readonly string[]
  readonly ehr_id: readonly string[]
  readonly tag: readonly string[]
  /** AQL; empty: no query. */
  readonly q: string
  /** JSON. */
  readonly parameters: string
  readonly withContent: boolean
  readonly batchSize: number
  readonly authorization: AuthorizationChoice
  readonly token: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** For a new one alone. */
  readonly signing: 'hmac' | 'ed25519'
  readonly after: 'now' | 'start'
}

export const EMPTY_FORM: SubscriptionForm = {
  name: '',
  url: '',
  type: [],
  template_id: [],
  archetype_id: [],
  ehr_id: [],
  tag: [],
  q: '',
  parameters: '',
  withContent: false,
  batchSize: 1,
  authorization: 'none',
  token: '',
  tokenUrl: '',
  clientId: '',
  clientSecret: '',
  scope: '',
  signing: 'hmac',
  after: 'now',
}

export function formOf({
  name,
  url,
  filter,
  q,
  query_parameters = {},
  include,
  batch_size,
  authorization,
}: Subscription): SubscriptionForm {
  const { token_url = '', client_id = '', scope = '' } = authorization ?? {}
  return {
    ...EMPTY_FORM,
    name,
    url,
    type: filter.type ?? [],
    template_id: filter.template_id ?? [],
    archetype_id: filter.archetype_id ?? [],
    ehr_id: filter.ehr_id ?? [],
    tag: filter.tag ?? [],
    q: q ?? '',
    parameters: Object.keys(query_parameters).length > 0 ? JSON.stringify(query_parameters) : '',
    withContent: include === 'data',
    batchSize: batch_size,
    authorization: authorization ? 'keep' : 'none',
    tokenUrl: token_url,
    clientId: client_id,
    scope,
  }
}

const filled = (values: readonly string[]): readonly string[] =>
  values.map(value => value.trim()).filter(value => value !== '')

/** Members without values are left out: everything passes them. */
function filterIn(form: SubscriptionForm): Subscription['filter'] {
  const type = form.type.filter(isEventType)
  const { template_id, archetype_id, ehr_id, tag } = form
  const others = Object.entries({ template_id, archetype_id, ehr_id, tag }).flatMap(([name, values]) => {
    const given = filled(values)
    return given.length === 0 ? [] : [[name, given]]
  })
  return { ...(type.length > 0 ? { type } : {}), ...Object.fromEntries(others) }
}

/** The values of parameters; undefined: the text is no JSON object. */
export function parametersIn(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** False: the parameters of the query cannot be read. */
export const isSendable = ({ q, parameters }: SubscriptionForm): boolean =>
  q.trim() === '' || parametersIn(parameters) !== undefined

function queryIn({ q, parameters }: SubscriptionForm): Pick<SubscriptionChange, 'q' | 'query_parameters'> {
  return q.trim() === '' ? { q: null } : { q, query_parameters: parametersIn(parameters) ?? {} }
}

function authorizationIn(form: SubscriptionForm): Pick<SubscriptionChange, 'authorization'> {
  const { authorization: type, token, tokenUrl, clientId, clientSecret, scope } = form
  if (type === 'keep') return {}
  if (type === 'none') return { authorization: null }
  if (type === 'bearer') return { authorization: { type, token } }
  return {
    authorization: {
      type,
      token_url: tokenUrl.trim(),
      client_id: clientId.trim(),
      client_secret: clientSecret,
      ...(scope.trim() === '' ? {} : { scope: scope.trim() }),
    },
  }
}

export const changeIn = (form: SubscriptionForm): SubscriptionChange => ({
  name: form.name.trim(),
  url: form.url.trim(),
  filter: filterIn(form),
  ...queryIn(form),
  include: form.withContent ? 'data' : null,
  batch_size: form.batchSize,
  ...authorizationIn(form),
})

export const requestIn = (form: SubscriptionForm): SubscriptionRequest => ({
  ...changeIn(form),
  name: form.name.trim(),
  url: form.url.trim(),
  signing: form.signing,
  after: form.after,
})
