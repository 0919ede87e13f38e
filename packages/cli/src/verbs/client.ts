/** `cairn client`: clients of the authorization server, on its database or by the API. */
import type { Client, ClientRequest } from '@cairn-ehr/client'
import { tableOf } from '../command/print.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'

const REMOTE = {
  remote: {
    type: 'boolean',
    about: 'through the API of a server, with the scope api.admin, instead of the database of this machine',
  },
  profile: { type: 'string', value: 'name', about: 'with --remote: the server and client of this profile' },
} as const

const ID = [{ name: 'id', about: 'the id of the client' }] as const

const SCOPES = [
  ...['api.read', 'api.write', 'api.lenient', 'api.break_glass', 'api.admin', 'introspect'],
  ...[
    'openid',
    'profile',
    'email',
    'fhirUser',
    'offline_access',
    'online_access',
    'launch',
    'launch/patient',
    'launch/episode',
  ],
]

function scopesOf(text: string, words: string): readonly string[] {
  const names = text.split(/[\s,]+/).filter(name => name !== '')
  if (names.length === 0 || !names.every(name => SCOPES.includes(name)))
    throw new UsageError(`Scopes are ${SCOPES.join(', ')}, by comma.`, words)
  return names
}

const KINDS = ['public', 'confidential', 'backend'] as const

const MEMBERS = {
  name: { type: 'string', value: 'name', about: 'what people call it' },
  scopes: { type: 'string', value: 'scopes', about: 'by comma' },
  'redirect-uri': {
    type: 'string',
    multiple: true,
    value: 'uri',
    about: 'where people are sent back to after they signed in; compared exactly',
  },
  jwks: { type: 'string', value: 'file', about: 'public keys of the client, instead of a secret' },
  'jwks-uri': { type: 'string', value: 'url', about: 'where the public keys are' },
  'post-logout-redirect-uri': {
    type: 'string',
    multiple: true,
    value: 'uri',
    about: 'where people are sent to after they signed out for the app',
  },
  'backchannel-logout-uri': {
    type: 'string',
    value: 'url',
    about: 'where the server notifies the app that a session ended',
  },
  dpop: { type: 'boolean', about: 'tokens only bound to a key of the client (RFC 9449)' },
  basic: {
    type: 'boolean',
    about: 'HTTP Basic with every request, at addresses for clients of other servers',
  },
} as const

interface MemberOptions {
  readonly name: string | undefined
  readonly scopes: string | undefined
  readonly 'redirect-uri': readonly string[]
  readonly jwks: string | undefined
  readonly 'jwks-uri': string | undefined
  readonly 'post-logout-redirect-uri': readonly string[]
  readonly 'backchannel-logout-uri': string | undefined
  readonly dpop: boolean
  readonly basic: boolean
}

/** The members that the options name; the server checks them. */
async function membersOf({ readText }: Context, options: MemberOptions) {
  const { name, scopes, jwks, dpop, basic } = options
  return {
    ...(name === undefined ? {} : { name }),
    ...(scopes === undefined ? {} : { scopes: scopesOf(scopes, 'client update') }),
    ...(options['redirect-uri']?.length ? { redirect_uris: options['redirect-uri'] } : {}),
    ...(jwks === undefined ? {} : { jwks: JSON.parse(await readText(jwks)) as Record<string, unknown> }),
    ...(options['jwks-uri'] === undefined ? {} : { jwks_uri: options['jwks-uri'] }),
    ...(options['post-logout-redirect-uri']?.length
      ? { post_logout_redirect_uris: options['post-logout-redirect-uri'] }
      : {}),
    ...(options['backchannel-logout-uri'] === undefined
      ? {}
      : { backchannel_logout_uri: options['backchannel-logout-uri'] }),
    ...(dpop ? { requires_dpop: true } : {}),
    ...(basic ? { basic_auth: true } : {}),
  }
}

function show({ print }: Context, clients: readonly Client[], single: boolean): void {
  const rows = clients.map(({ client_id, kind, name, scopes, disabled }) => [
    client_id,
    kind,
    disabled ? 'disabled' : 'enabled',
    scopes.join(' '),
    name,
  ])
  const { client_secret: secret, request_id: request } = (single ? clients[0] : undefined) ?? {}
  const lines = [
    tableOf(['client id', 'kind', 'state', 'scopes', 'name'], rows),
    ...(secret === undefined ? [] : [`\nclient secret, shown this once: ${secret}`]),
    ...(request === undefined
      ? []
      : [
          '\nNothing is changed yet: the client has scopes that you do not have.',
          `Another administrator must approve this within a day: cairn client approve ${request}`,
        ]),
  ]
  print(single ? clients[0] : clients, lines.join('\n'))
}

function showRequests({ print }: Context, requests: readonly ClientRequest[], single: boolean): void {
  const rows = requests.map(({ request_id, state, asked_by, expires_at, operation, client_id, scopes }) => [
    request_id,
    state,
    asked_by.person ?? asked_by.client_id,
    expires_at,
    operation,
    client_id,
    scopes.join(' '),
  ])
  const head = ['request', 'state', 'asked by', 'expires', 'operation', 'client id', 'scopes after it']
  print(single ? requests[0] : requests, tableOf(head, rows))
}

const REQUEST = [{ name: 'request', about: 'the id of the request' }] as const

const clientsOf = ({ connect }: Context) => connect('api.admin').clients

export const CLIENT_VERBS = [
  verb({
    words: 'client create',
    about: 'create a client; its secret is shown once',
    isOperator: true,
    options: {
      ...MEMBERS,
      id: { type: 'string', value: 'id', about: 'the client id (default: generated)' },
      kind: {
        type: 'string',
        value: 'kind',
        choices: KINDS,
        about: 'people sign in to a public or confidential one; a backend, the default, acts for itself',
      },
      ...REMOTE,
    },
    examples: [
      'cairn client create --name "My app" --scopes api.read,api.write',
      'cairn client create --name Ward --kind public --scopes openid,api.read --redirect-uri https://ward.example.org/in',
    ],
    run: async (context, { options }) => {
      const { name, id, kind, scopes = 'api.read,api.write' } = options
      if (name === undefined) throw new UsageError('--name is missing.', 'client create')
      const body = {
        ...(await membersOf(context, { ...options, scopes: undefined })),
        name,
        scopes: scopesOf(scopes, 'client create'),
        ...(id === undefined ? {} : { client_id: id }),
        ...(kind === undefined ? {} : { kind: kind as (typeof KINDS)[number] }),
      }
      show(context, [await clientsOf(context).create({ body })], true)
    },
  }),
  verb({
    words: 'client show',
    about: 'show a client',
    isOperator: true,
    args: ID,
    options: REMOTE,
    run: async (context, { args: [id = ''] }) =>
      show(context, [await clientsOf(context).get({ client_id: id })], true),
  }),
  verb({
    words: 'client update',
    about: 'change a client; omitted options stay unchanged',
    details: 'Removed scopes stop working at once, also in existing tokens.',
    isOperator: true,
    args: ID,
    options: {
      ...MEMBERS,
      'no-dpop': { type: 'boolean', about: 'bearer tokens too' },
      'no-basic': { type: 'boolean', about: 'tokens only' },
      ...REMOTE,
    },
    run: async (context, { args: [id = ''], options }) => {
      const body = {
        ...(await membersOf(context, options)),
        ...(options['no-dpop'] ? { requires_dpop: false } : {}),
        ...(options['no-basic'] ? { basic_auth: false } : {}),
      }
      show(context, [await clientsOf(context).update({ client_id: id, body })], true)
    },
  }),
  verb({
    words: 'client delete',
    about: 'delete a client; its id is never given to another',
    isOperator: true,
    args: ID,
    options: REMOTE,
    run: async (context, { args: [id = ''] }) => {
      await clientsOf(context).delete({ client_id: id })
      show(context, await clientsOf(context).list(), false)
    },
  }),
  verb({
    words: 'client list',
    about: 'list clients',
    isOperator: true,
    options: REMOTE,
    run: async context => show(context, await clientsOf(context).list(), false),
  }),
  verb({
    words: 'client rotate',
    about: 'give a client a new secret; the old one works beside it',
    isOperator: true,
    args: ID,
    options: { now: { type: 'boolean', about: 'the old secret ends at once; not with --remote' }, ...REMOTE },
    run: async (context, { args: [id = ''], options: { now } }) => {
      if (now) throw new UsageError('--now works on the machine of the server only.', 'client rotate')
      show(context, [await clientsOf(context).rotate({ client_id: id })], true)
    },
  }),
  verb({
    words: 'client disable',
    about: 'refuse a client and its tokens',
    isOperator: true,
    args: ID,
    options: REMOTE,
    run: async (context, { args: [id = ''] }) =>
      show(context, [await clientsOf(context).disable({ client_id: id })], true),
  }),
  verb({
    words: 'client enable',
    about: 'enable a client again',
    isOperator: true,
    args: ID,
    options: REMOTE,
    run: async (context, { args: [id = ''] }) =>
      show(context, [await clientsOf(context).enable({ client_id: id })], true),
  }),
  verb({
    words: 'client requests',
    about: 'list changes of clients that wait for a second administrator',
    details:
      'A client with scopes that its administrator does not have needs two administrators, or the operator.',
    isOperator: true,
    options: REMOTE,
    run: async context => showRequests(context, await clientsOf(context).requestList(), false),
  }),
  verb({
    words: 'client approve',
    about: 'approve a change as the second administrator; it is made at once',
    isOperator: true,
    args: REQUEST,
    options: REMOTE,
    run: async (context, { args: [id = ''] }) =>
      show(context, [await clientsOf(context).requestApprove({ request_id: id })], true),
  }),
  verb({
    words: 'client reject',
    about: 'reject a change, or withdraw your own',
    isOperator: true,
    args: REQUEST,
    options: REMOTE,
    run: async (context, { args: [id = ''] }) =>
      showRequests(context, [await clientsOf(context).requestReject({ request_id: id })], true),
  }),
]
