/** `cairn role …`: lists, shows, creates, changes and deletes roles, on the database itself. */
import { parseArgs } from 'node:util'
import { refuseLastAdministrator } from '../auth/index.ts'
import { StartError } from '../db/index.ts'
import {
  changeRole,
  createRole,
  deleteRole,
  listRoles,
  newRoleIn,
  type RoleInUse,
  roleBody,
  roleByName,
  roleChangeIn,
} from '../people/roles/index.ts'
import type { Config } from '../settings/index.ts'
import { announceChange, type Installation, openInstallation } from './installation.ts'
import { table } from './table.ts'
import { ROLE_USAGE } from './usage.ts'

const OPTIONS = {
  description: { type: 'string' },
  scopes: { type: 'string' },
  right: { type: 'string', multiple: true },
  copy: { type: 'string' },
  deidentified: { type: 'boolean' },
  identified: { type: 'boolean' },
  assignable: { type: 'boolean' },
  'not-assignable': { type: 'boolean' },
  'take-from-people': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

type Context = Pick<Installation, 'db' | 'url'>

function requireName(name: string | undefined): string {
  if (!name) throw new StartError(`The name of the role is missing.\n${ROLE_USAGE}`)
  return name
}

const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter(word => word !== '')

/** True or false by two options that exclude each other; undefined without either. */
const chosen = (yes: boolean | undefined, no: boolean | undefined): boolean | undefined =>
  yes ? true : no ? false : undefined

/** The members of a role that the options name, as the admin API takes them. */
function membersIn(flags: Flags): Record<string, unknown> {
  const members = {
    description: flags.description,
    scopes: flags.scopes === undefined ? undefined : wordsIn(flags.scopes),
    rights: flags.right?.flatMap(wordsIn),
    deidentified: chosen(flags.deidentified, flags.identified),
    assignable: chosen(flags.assignable, flags['not-assignable']),
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

async function copied({ db }: Context, name: string | undefined): Promise<Record<string, unknown>> {
  if (name === undefined) return {}
  const { description, scopes, rights, deidentified, assignable } = await roleByName(db, name)
  return { description, scopes, rights, deidentified, assignable }
}

type Verb = (on: Context, flags: Flags, name: string | undefined) => Promise<readonly RoleInUse[]>

const VERBS: Readonly<Record<string, Verb>> = {
  list: ({ db }) => listRoles(db),
  show: async ({ db }, _flags, name) => [await roleByName(db, requireName(name))],
  create: async (on, flags, name) => {
    const members = { ...(await copied(on, flags.copy)), ...membersIn(flags) }
    const wanted = newRoleIn({ name: requireName(name), ...members })
    return [await on.db.transaction(queries => createRole(queries, wanted))]
  },
  update: async (on, flags, name) => {
    const change = roleChangeIn(membersIn(flags))
    const role = await on.db.transaction(queries =>
      changeRole(queries, requireName(name), change, refuseLastAdministrator),
    )
    await announceChange(on, 'people')
    return [role]
  },
  delete: async (on, flags, name) => {
    const takes = flags['take-from-people'] === true
    await on.db.transaction(queries =>
      deleteRole(queries, requireName(name), { takes }, refuseLastAdministrator),
    )
    await announceChange(on, 'people')
    return listRoles(on.db)
  },
}

const kindOf = ({ isBuiltIn, deidentified, assignable }: RoleInUse): string =>
  [
    isBuiltIn ? 'built-in' : 'own',
    ...(deidentified ? ['without identity'] : []),
    ...(assignable ? ['assignable'] : []),
  ].join(', ')

const asTable = (roles: readonly RoleInUse[]): string =>
  table([
    ['name', 'kind', 'people', 'description'],
    ...roles.map(role => [role.name, kindOf(role), String(role.people), role.description]),
  ])

const asText = (role: RoleInUse): string =>
  table([
    ['name', role.name],
    ['kind', kindOf(role)],
    ['description', role.description],
    ['people', String(role.people)],
    ['scopes', role.scopes.join(' ')],
    ...role.rights.map((right, at) => [at === 0 ? 'rights' : '', right]),
  ])

export async function role(config: Config, args: readonly string[]): Promise<void> {
  const [verb = '', ...rest] = args
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!act) throw new StartError(`"cairn role" has no command "${verb}".\n${ROLE_USAGE}`)
  const { values, positionals } = parseArgs({ args: rest, options: OPTIONS, allowPositionals: true })
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const roles = await act(installation, values, positionals[0])
    const [only] = verb === 'list' || verb === 'delete' ? [] : roles
    const shown = only ? asText(only) : asTable(roles)
    process.stdout.write(values.json ? `${JSON.stringify(roles.map(roleBody), null, 2)}\n` : shown)
  } finally {
    await installation.close()
  }
}
