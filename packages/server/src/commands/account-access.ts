/** Prints what a person may do, for `cairn account show`. */
import type { accessBody } from '../auth/index.ts'
import { table } from './table.ts'

type Access = ReturnType<typeof accessBody>

type Rows = readonly (readonly string[])[]

/** A heading and a table below it; without rows, the words for nothing. */
const section = (title: string, rows: Rows, nothing: string): string =>
  `\n${title}\n${rows.length === 0 ? `  ${nothing}\n` : table(rows.map(([first = '', ...rest]) => [`  ${first}`, ...rest]))}`

const REACH_WORDS = {
  all: 'in all EHRs',
  assigned: 'in assigned EHRs',
  taken: 'in EHRs taken in an emergency',
}

function waysIn({ sign_in }: Access): Rows {
  const { provider, password, authenticator_app, passkeys, recovery_codes, invitation_ends_at } = sign_in
  return [
    ...(provider === undefined ? [] : [['provider', provider]]),
    ...(password ? [['password', authenticator_app ? 'set, with an authenticator app' : 'set']] : []),
    ...passkeys.map(({ name, used_at }) => [
      'passkey',
      name,
      used_at ? `last used ${used_at}` : 'not used yet',
    ]),
    ...(recovery_codes === 0 ? [] : [['recovery codes', String(recovery_codes)]]),
    ...(invitation_ends_at === undefined ? [] : [['invitation', `open until ${invitation_ends_at}`]]),
  ]
}

function ehrWords({ ehrs }: Access): string {
  const { reach, assigned, taken } = ehrs
  if (reach === 'all') return 'all'
  if (reach === 'none') return 'none'
  return `${assigned} by assignment${taken.length === 0 ? '' : `, ${taken.length} of them taken in an emergency`}`
}

const assignmentRows = ({ assignments }: Access): Rows =>
  assignments.map(each => [
    each.kind,
    each.ehr_id ?? `${each.tag_key}${each.tag_value === undefined ? '' : `=${each.tag_value}`}`,
    `${each.from} – ${each.to ?? ''}`,
    each.reason ?? '',
  ])

const appRows = ({ apps }: Access): Rows =>
  apps.map(({ client_id, name, scopes, active }) => [
    client_id,
    active ? 'active' : 'agreed',
    name,
    scopes.join(' '),
  ])

export function printAccess(access: Access): string {
  const head = table([
    ['person', `${access.person_id}  ${access.name}`],
    ['state', access.disabled ? 'disabled: may do nothing until the account is enabled' : 'enabled'],
    ['roles', access.roles.map(({ name, ehrs }) => `${name} (${REACH_WORDS[ehrs]})`).join(', ') || 'none'],
    ['scopes', access.scopes.join(' ') || 'none as a whole'],
    ['EHRs', ehrWords(access)],
  ])
  const rules = access.rules.map(({ scope, reach, deidentified, roles }) => [
    scope,
    `${reach.map(each => REACH_WORDS[each]).join(' and ')}${deidentified ? ', without identity' : ''}`,
    roles.join(', '),
  ])
  const sessions = access.sessions.map(each => [each.method, each.address, `since ${each.started_at}`])
  return [
    head,
    section('rules', rules, 'none'),
    section('assignments', assignmentRows(access), 'none'),
    section('apps', appRows(access), 'none'),
    section('ways to sign in', waysIn(access), 'none'),
    section('sessions', sessions, 'nobody is signed in'),
  ].join('')
}
