/** `cairn client`: clients of the authorization server, on its database or by the API. */
import type { Client } from '@cairn/client'
import { tableOf } from '../command/print.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'

const REMOTE = {
  remote: {
    type: 'boolean',
    about: 'by the API of a server, with the scope api.admin, and not on the database of this machine',
  },
  profile: { type: 'string', value: 'name', about: 'with --remote: the server and client of this profile' },
} as const

const ID = [{ name: 'id', about: 'the id of the client' }] as const

const SCOPES = ['api.read', 'api.write', 'api.lenient', 'api.admin'] as const

type Scope = (typeof SCOPES)[number]

function scopesOf(text: string): readonly Scope[] {
  const names = text.split(/[\s,]+/).filter(name => name !== '')
  const known = names.filter((name): name is Scope => (SCOPES as readonly string[]).includes(name))
  if (names.length === 0 || known.length < names.length)
    throw new UsageError(`Scopes are ${SCOPES.join(', ')}, by comma.`, 'client create')
  return known
}

function show({ print }: Context, clients: readonly Client[], single: boolean): void {
  const rows = clients.map(({ client_id, name, scopes, disabled }) => [
    client_id,
    disabled ? 'disabled' : 'enabled',
    scopes.join(' '),
    name,
  ])
  const secret = clients[0]?.client_secret
  const text = tableOf(['client id', 'state', 'scopes', 'name'], rows)
  print(
    single ? clients[0] : clients,
    single && secret !== undefined ? `${text}\n\nclient secret, shown this once: ${secret}` : text,
  )
}

const clientsOf = ({ connect }: Context) => connect('api.admin').clients

export const CLIENT_VERBS = [
  verb({
    words: 'client create',
    about: 'create a client; its secret is shown once',
    isOperator: true,
    options: {
      name: { type: 'string', value: 'name', about: 'what people call it' },
      id: { type: 'string', value: 'id', about: 'the client id; one is made where it is left out' },
      scopes: { type: 'string', value: 'scopes', about: 'by comma; api.read,api.write where it is left out' },
      ...REMOTE,
    },
    examples: ['cairn client create --name "My app" --scopes api.read,api.write'],
    run: async (context, { options: { name, id, scopes = 'api.read,api.write' } }) => {
      if (name === undefined) throw new UsageError('--name is missing.', 'client create')
      const body = { name, scopes: scopesOf(scopes), ...(id === undefined ? {} : { client_id: id }) }
      show(context, [await clientsOf(context).create({ body })], true)
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
    about: 'take a client again',
    isOperator: true,
    args: ID,
    options: REMOTE,
    run: async (context, { args: [id = ''] }) =>
      show(context, [await clientsOf(context).enable({ client_id: id })], true),
  }),
]
