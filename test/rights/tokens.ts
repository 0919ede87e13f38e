/** Tokens with any scopes, signed as the server signs them: a browser for each would take minutes. */
import { randomUUID } from 'node:crypto'
import { signToken } from '../../packages/server/src/auth/access-token.ts'
import { checkedVault } from '../../packages/server/src/auth/index.ts'
import { openKeyRing } from '../../packages/server/src/auth/key-ring.ts'
import { adminCall } from '../people/people.ts'
import { type RunningServer, SECRET_KEY } from '../server.ts'

/** Seconds: longer than any test runs on a busy machine. */
const LIFETIME = 3600

/** All that a role or a client can have. */
const RESOURCES = [
  'composition-*.cruds',
  'template-*.cruds',
  'aql-*.cruds',
  'audit-*.cruds',
  ...['person', 'organisation', 'group', 'agent', 'role'].map(each => `${each}-*.cruds`),
  '*.cruds',
]

interface TokenWanted {
  readonly scope: string
  /** Absent: a token of a backend. */
  readonly person?: string | undefined
  readonly ehrId?: string | undefined
}

export type MakeToken = (wanted: TokenWanted) => Promise<string>

async function newClient(server: RunningServer, body: unknown): Promise<string> {
  const answer = await adminCall(server, 'POST /admin/v1/client', body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json().client_id
}

/** An app and a backend that may ask for every scope. */
export async function openTokens(server: RunningServer): Promise<MakeToken> {
  const app = await newClient(server, {
    name: 'app',
    kind: 'public',
    redirect_uris: ['https://app.example.org/signed-in'],
    scopes: [
      'api.read',
      'api.write',
      'api.break_glass',
      'api.admin',
      ...RESOURCES.flatMap(each => [`patient/${each}`, `user/${each}`]),
    ],
  })
  const backend = await newClient(server, {
    name: 'backend',
    scopes: RESOURCES.map(each => `system/${each}`),
  })
  const vault = await checkedVault(server.db, SECRET_KEY)
  const keys = await openKeyRing(server.db, vault, { tokenLifetime: LIFETIME, now: Date.now })
  const issuer = { issuer: server.url.replace('127.0.0.1', 'localhost'), keys, now: Date.now }
  return ({ scope, person, ehrId }) =>
    signToken(
      {
        clientId: person === undefined ? backend : app,
        audience: `${issuer.issuer}/openehr/v1`,
        scopes: scope.split(' '),
        lifetime: LIFETIME,
        ...(person === undefined
          ? {}
          : {
              person: {
                personId: person,
                name: person,
                grantId: randomUUID(),
                signedInAt: new Date(),
                launched: { ehrId },
              },
            }),
      },
      issuer,
    )
}

/** A person who needs no way to sign in. */
export async function addPersonWith(
  server: RunningServer,
  personId: string,
  roles: { readonly roles?: readonly string[]; readonly assigned_roles?: readonly string[] },
): Promise<void> {
  const body = { person_id: personId, name: personId, roles: [], ...roles }
  const answer = await adminCall(server, 'POST /admin/v1/person', body)
  if (answer.status !== 201) throw new Error(answer.text)
}
