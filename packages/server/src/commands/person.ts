/** `cairn person …`: creates, lists, invites and disables people, on the database itself. */

import { parseArgs } from 'node:util'
import { checkedVault, refuseLastAdministrator } from '../auth/index.ts'
import type { Config } from '../config.ts'
import { StartError } from '../db/index.ts'
import {
  changePerson,
  createPerson,
  firstInvitation,
  invitePerson,
  listPeople,
  newPersonIn,
  type Person,
  type PersonChange,
  personChangeIn,
} from '../people/index.ts'
import type { Vault } from '../vault.ts'
import { announceChange, type Installation, openInstallation } from './installation.ts'
import { table } from './table.ts'
import { PERSON_USAGE } from './usage.ts'

const OPTIONS = {
  id: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  roles: { type: 'string' },
  'assigned-roles': { type: 'string' },
  json: { type: 'boolean' },
} as const

type Flags = Partial<Record<'id' | 'name' | 'email' | 'roles' | 'assigned-roles', string> & { json: boolean }>

interface Result {
  readonly people: readonly Person[]
  readonly link?: string
}

interface Context {
  readonly db: Installation['db']
  readonly url: string
  readonly config: Config
  /** Read on first use. */
  readonly vault: () => Promise<Vault>
}

const requireArgument = (value: string | undefined, what: string): string => {
  if (!value) throw new StartError(`${what} is missing.\n${PERSON_USAGE}`)
  return value
}

const rolesIn = (text: string): string[] => text.split(/[\s,]+/).filter(role => role !== '')

const membersIn = ({
  name,
  email,
  roles,
  'assigned-roles': assignedRoles,
}: Flags): Record<string, unknown> => ({
  ...(name === undefined ? {} : { name }),
  ...(email === undefined ? {} : { email }),
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
  await announceChange(on, 'people')
  return { people: [person] }
}

type Verb = (on: Context, flags: Flags, id: string | undefined) => Promise<Result>

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
  list: async ({ db }) => ({ people: await listPeople(db) }),
  update: (on, flags, id) => changed(on, id, personChangeIn(membersIn(flags))),
  invite: async (on, _flags, id) => {
    const needs = await invitationNeeds(on)
    const { person, invitation } = await invitePerson(needs, requireArgument(id, 'The id'))
    return { people: [person], link: invitation.link }
  },
  disable: (on, _flags, id) => changed(on, id, { disabled: true }),
  enable: (on, _flags, id) => changed(on, id, { disabled: false }),
}

const bodyOf = ({ personId, name, email, roles, assignedRoles, provider, disabled, createdAt }: Person) => ({
  person_id: personId,
  name,
  email,
  roles,
  assigned_roles: assignedRoles,
  provider,
  disabled,
  created_at: createdAt,
})

const asJson = ({ people, link }: Result) =>
  `${JSON.stringify(link === undefined ? people.map(bodyOf) : { ...people.map(bodyOf)[0], link }, null, 2)}\n`

function asText({ people, link }: Result): string {
  const rows = people.map(({ personId, name, roles, assignedRoles, disabled }) => [
    personId,
    disabled ? 'disabled' : 'enabled',
    [...roles, ...assignedRoles.map(role => `${role} (assigned)`)].join(' '),
    name,
  ])
  const shown = people.length === 0 ? '' : table([['id', 'state', 'roles', 'name'], ...rows])
  return link === undefined ? shown : `${shown}\nlink, shown this once, works once: ${link}\n`
}

export async function person(config: Config, args: readonly string[]): Promise<void> {
  const [verb = '', ...rest] = args
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!act) throw new StartError(`"cairn person" has no command "${verb}".\n${PERSON_USAGE}`)
  const { values, positionals } = parseArgs({ args: rest, options: OPTIONS, allowPositionals: true })
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const { db, url } = installation
    const context = { db, url, config, vault: () => checkedVault(db, installation.secretKey) }
    const result = await act(context, values, positionals[0])
    process.stdout.write(values.json ? asJson(result) : asText(result))
  } finally {
    await installation.close()
  }
}
