/** Credentials and servers: `cairn login`, `whoami`, `token` and `profile`. */
import { createClient } from '@cairn-ehr/client'
import { fields, tableOf } from '../command/print.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Profile, verb } from '../command/verb.ts'

interface Claims {
  readonly client_id?: string
  readonly sub?: string
  readonly scope?: string
  readonly iss?: string
  readonly exp?: number
}

/** The claims of a token, read without checking them: only the server can. */
function claimsOf(token: string): Claims {
  const [, payload = ''] = token.split('.')
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claims
  } catch {
    return {}
  }
}

function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`The address of a server begins with http:// or https://, not "${text}".`, 'login')
  return text.replace(/\/+$/, '')
}

const NAME = [{ name: 'name', about: 'the name of the profile' }] as const

export const ACCOUNT_VERBS = [
  verb({
    words: 'login',
    about: 'keep the address of a server and a client as a profile, after trying them',
    details:
      'The secret is asked for, or read from standard input. It is kept in a file that only you can read.',
    args: [{ name: 'url', about: 'the address of the server', optional: true }],
    options: {
      'client-id': { type: 'string', value: 'id', about: 'the id of the client' },
      'auth-url': {
        type: 'string',
        value: 'url',
        about: 'the authorization server, if it has another address',
      },
      scope: { type: 'string', value: 'scopes', about: 'scopes to ask for, separated by spaces' },
    },
    examples: ['cairn login https://cdr.example.org --client-id ward-app --profile ward'],
    run: async (context, { args: [given], options }) => {
      const clientId = options['client-id']
      if (clientId === undefined) throw new UsageError('--client-id is missing.', 'login')
      const url = urlOf(given ?? context.baseUrl)
      const { scope, 'auth-url': authUrl } = options
      const clientSecret = await context.askSecret(`Secret of ${clientId}: `)
      const profile: Profile = {
        url,
        clientId,
        clientSecret,
        ...(authUrl === undefined ? {} : { authUrl: urlOf(authUrl) }),
        ...(scope === undefined ? {} : { scope }),
      }
      const { scope: granted = '' } = claimsOf(
        await createClient({ ...profile, baseUrl: url, retries: { attempts: 1 } }).token(),
      )
      const name = (options as { readonly profile?: string }).profile ?? 'default'
      context.profiles.save(name, profile)
      context.print(
        { profile: name, url, client_id: clientId, scope: granted },
        `Signed in to ${url} as ${clientId} (${granted}). The profile "${name}" is in ${context.profiles.file}.`,
      )
    },
  }),
  verb({
    words: 'whoami',
    about: 'show which server is called, by which client, and with which scopes',
    run: async context => {
      const claims = claimsOf(await context.connect().token())
      const { client_id = claims.sub, scope, exp } = claims
      const ends = exp === undefined ? undefined : new Date(exp * 1000).toISOString()
      context.print(
        { profile: context.profile ?? null, url: context.baseUrl, client_id, scope, token_ends: ends },
        fields([
          ['profile', context.profile ?? '(from the environment)'],
          ['server', context.baseUrl],
          ['client', client_id],
          ['scopes', scope],
          ['token ends', ends],
        ]),
      )
    },
  }),
  verb({
    words: 'token',
    about: 'print an access token, for other programs',
    run: async ({ connect, print }) => {
      const token = await connect().token()
      print({ access_token: token }, token)
    },
  }),
  verb({
    words: 'profile list',
    about: 'list the profiles',
    run: async ({ profiles, print }) => {
      const { current, profiles: known } = profiles.read()
      const rows = Object.entries(known).map(([name, { url, clientId }]) => ({
        name,
        current: name === current,
        url,
        client_id: clientId,
      }))
      print(rows, () =>
        tableOf(
          ['', 'name', 'server', 'client'],
          rows.map(row => [row.current ? '*' : '', row.name, row.url, row.client_id]),
        ),
      )
    },
  }),
  verb({
    words: 'profile use',
    about: 'switch to another profile',
    args: NAME,
    run: async ({ profiles, print }, { args: [name = ''] }) => {
      profiles.use(name)
      print({ current: name }, `The profile "${name}" is in use.`)
    },
  }),
  verb({
    words: 'profile remove',
    about: 'forget a profile and its secret',
    args: NAME,
    run: async ({ profiles, print }, { args: [name = ''] }) => {
      profiles.remove(name)
      print({ removed: name }, `The profile "${name}" was removed.`)
    },
  }),
]
