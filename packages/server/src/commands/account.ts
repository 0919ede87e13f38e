/** `cairn account …`: creates, shows, lists, invites and disables accounts of people, on the database itself. */

import { parseArgs } from 'node:util'
import {
  type AppOfPerson,
  accessBody,
  accessOf,
  appBody,
  checkedVault,
  endApp,
  listApps,
  refuseLastAdministrator,
} from '../auth/index.ts'
import { StartError } from '../db/index.ts'
import {
  changePerson,
  createPerson,
  firstInvitation,
  invitePerson,
  listPeople,
  listSessions,
  newPersonIn,
  type Person,
  type PersonChange,
  personById,
  personChangeIn,
} from '../people/index.ts'
import type { Vault } from '../seals/index.ts'
import type { Config } from '../settings/index.ts'
import { printAccess } from './account-access.ts'
import { announceChange, type Installation, openInstallation } from './installation.ts'
import { table } from './table.ts'
import { ACCOUNT_USAGE } from './usage.ts'

const OPTIONS = {
  id: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  'fhir-user': { type: 'string' },
  roles: { type: 'string' },
  'assigned-roles': { type: 'string' },
  json: { type: 'boolean' },
} as const

type Flags = Partial<
  Record<'id' | 'name' | 'email' | 'fhir-user' | 'roles' | 'assigned-roles', string> & { json: boolean }
>

interface Result {
  readonly people: readonly Person[]
  readonly link?: string
  /** For the commands that are about them, instead of the person. */
  readonly apps?: readonly AppOfPerson[]
  /** Access of the person, for `show`. */
  readonly access?: ReturnType<typeof accessBody>
}

interface Context {
  readonly db: Installation['db']
  readonly url: string
  readonly config: Config
  /** Read on first use. */
  readonly vault: () => Promise<Vault>
}

const requireArgument = (value: string | undefined, what: string): string => {
  if (!value) throw new StartError(`${what} is missing.\n${ACCOUNT_USAGE}`)
  return value
}

const rolesIn = (text: string): string[] => text.split(/[\s,]+/).filter(role => role !== '')

const membersIn = ({
  name,
  email,
  'fhir-user': fhirUser,
  roles,
  'assigned-roles': assignedRoles,
}: Flags): Record<string, unknown> => ({
  ...(name === undefined ? {} : { name }),
  ...(email === undefined ? {} : { email }),
  // An empty text takes it away.
  ...(fhirUser === undefined ? {} : { fhir_user: fhirUser === '' ? null : fhirUser }),
  ...(roles === undefined ? {} : { roles: rolesIn(roles) }),
  ...(assignedRoles === undefined ? {} : { assigned_roles: rolesIn(assignedRoles) }),
})

const invitationNeeds = async ({ db, vault, config }: Context) => ({
  db,
  vault: await vault(),
  authUrl: config.authUrl,
  now: Date.now,
})

async function changed(on: Context, id: string | undefined, change: PersonChange): Promise<Result> {
  const person = await changePerson(on.db, requireArgument(id, 'The id'), change, {
    keepAdministrator: refuseLastAdministrator,
    now: Date.now,
  })
  await announceChange(on, 'people', 'revocations')
  return { people: [person] }
}

/** Facts about access are read as a server reads them. */
function accessNeeds({ db, config }: Context) {
  const idleSince = () => new Date(Date.now() - config.sessionIdle * 1000)
  const sessions = { list: (id: string) => listSessions(db, id, new Date(), idleSince()) }
  return { ...config, db, now: Date.now, sessions }
}

const appsOf = async (on: Context, personId: string): Promise<Result> => ({
  people: [],
  apps: await listApps(accessNeeds(on), personId),
})

type Verb = (
  on: Context,
  flags: Flags,
  id: string | undefined,
  clientId: string | undefined,
) => Promise<Result>

const VERBS: Readonly<Record<string, Verb>> = {
  create: async (on, flags) => {
    requireArgument(flags.name, '--name')
    // Nobody wants an account that may do nothing.
    const isBare = flags.roles === undefined && flags['assigned-roles'] === undefined
    const members = membersIn({ roles: isBare ? 'clinician' : '', ...flags })
    const wanted = newPersonIn({ person_id: requireArgument(flags.id, '--id'), ...members })
    const { person, invitation } = await createPerson(await invitationNeeds(on), wanted)
    return { people: [person], link: invitation.link }
  },
  first: async on => {
    const link = await firstInvitation(await invitationNeeds(on))
    if (link === undefined) throw new StartError('There are people already: an administrator invites others.')
    return { people: [], link }
  },
  show: async (on, _flags, id) => ({
    people: [],
    access: accessBody(await accessOf(accessNeeds(on), requireArgument(id, 'The id'))),
  }),
  list: async ({ db }) => ({ people: await listPeople(db) }),
  update: (on, flags, id) => changed(on, id, personChangeIn(membersIn(flags))),
  invite: async (on, _flags, id) => {
    const needs = await invitationNeeds(on)
    const { person, invitation } = await invitePerson(needs, requireArgument(id, 'The id'))
    return { people: [person], link: invitation.link }
  },
  disable: (on, _flags, id) => changed(on, id, { disabled: true }),
  enable: (on, _flags, id) => changed(on, id, { disabled: false }),
  apps: async (on, _flags, id) =>
    appsOf(on, (await personById(on.db, requireArgument(id, 'The id'))).personId),
  'end-app': async (on, _flags, id, clientId) => {
    const { personId } = await personById(on.db, requireArgument(id, 'The id'))
    const app = requireArgument(clientId, 'The id of the app')
    await endApp(on.db, topic => announceChange(on, topic), personId, app)
    return appsOf(on, personId)
  },
}

const bodyOf = (person: Person) => ({
  person_id: person.personId,
  name: person.name,
  email: person.email,
  fhir_user: person.fhirUser,
  roles: person.roles,
  assigned_roles: person.assignedRoles,
  provider: person.provider,
  disabled: person.disabled,
  created_at: person.createdAt,
})

const shownBody = ({ people, link, apps, access }: Result): unknown => {
  if (apps || access) return apps?.map(appBody) ?? access
  return link === undefined ? people.map(bodyOf) : { ...people.map(bodyOf)[0], link }
}

const asJson = (result: Result) => `${JSON.stringify(shownBody(result), null, 2)}\n`

const appTable = (apps: readonly AppOfPerson[]): string =>
  table([
    ['id', 'state', 'given', 'last tokens', 'name', 'scopes'],
    ...apps.map(({ clientId, name, scopes, givenAt, refreshedAt }) => [
      clientId,
      refreshedAt ? 'active' : 'agreed',
      givenAt.toISOString(),
      refreshedAt?.toISOString() ?? '',
      name,
      scopes.join(' '),
    ]),
  ])

function asText({ people, link, apps, access }: Result): string {
  if (apps) return appTable(apps)
  if (access) return printAccess(access)
  const rows = people.map(({ personId, name, roles, assignedRoles, disabled }) => [
    personId,
    disabled ? 'disabled' : 'enabled',
    [...roles, ...assignedRoles.map(role => `${role} (assigned)`)].join(' '),
    name,
  ])
  const shown = people.length === 0 ? '' : table([['id', 'state', 'roles', 'name'], ...rows])
  return link === undefined ? shown : `${shown}\nlink, shown this once, works once: ${link}\n`
}

export async function account(config: Config, args: readonly string[]): Promise<void> {
  const [verb = '', ...rest] = args
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!act) throw new StartError(`"cairn account" has no command "${verb}".\n${ACCOUNT_USAGE}`)
  const { values, positionals } = parseArgs({ args: rest, options: OPTIONS, allowPositionals: true })
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const { db, url } = installation
    const context = { db, url, config, vault: () => checkedVault(db, installation.secretKey) }
    const result = await act(context, values, positionals[0], positionals[1])
    process.stdout.write(values.json ? asJson(result) : asText(result))
  } finally {
    await installation.close()
  }
}
