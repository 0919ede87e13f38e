/** The answer to "what may this person do": roles, rules, EHRs, apps, ways to sign in and sessions. */

import { assignmentBody } from '../../people/assignments/index.ts'
import {
  type AccountFacts,
  accountFacts,
  type FactsNeeds,
  rolesNamed,
  rulesOfPerson,
  scopesOfPerson,
  sessionBody,
} from '../../people/index.ts'
import { type AppListNeeds, type AppOfPerson, listApps } from '../grants/app-store.ts'
import { appBody } from '../grants/endpoints.ts'

export type AccessNeeds = FactsNeeds & Omit<AppListNeeds, 'sessions'>

export interface PersonAccess extends AccountFacts {
  readonly apps: readonly AppOfPerson[]
}

/** Throws if there is no such person. */
export async function accessOf(needs: AccessNeeds, personId: string): Promise<PersonAccess> {
  const facts = await accountFacts(needs, personId)
  const sessions = { list: async () => facts.sessions }
  return { ...facts, apps: await listApps({ ...needs, sessions }, personId) }
}

/** Scopes by which records of all EHRs are in reach. */
const OF_ALL_EHRS = ['api.read', 'api.write', 'api.admin'] as const

function reachOf({ person, assignedEhrs }: PersonAccess) {
  const scopes = scopesOfPerson(person)
  const rules = rulesOfPerson(person).filter(({ scope }) => scope.startsWith('user/composition-'))
  const isAll =
    OF_ALL_EHRS.some(scope => scopes.has(scope)) || rules.some(({ reach }) => reach.includes('all'))
  return {
    reach: isAll ? 'all' : rules.length > 0 ? 'assigned' : 'none',
    assigned: assignedEhrs,
    taken: person.takenAccess.map(({ assignmentId, ehrId, endsAt }) => ({
      assignment_id: assignmentId,
      ehr_id: ehrId,
      ends_at: new Date(endsAt).toISOString(),
    })),
  }
}

const rolesBody = ({ person }: PersonAccess) =>
  (
    [
      [person.roles, 'all'],
      [person.assignedRoles, 'assigned'],
    ] as const
  ).flatMap(([names, ehrs]) =>
    rolesNamed(person, names).map(({ name, description, isBuiltIn }) => ({
      name,
      description,
      built_in: isBuiltIn,
      ehrs,
    })),
  )

function signInBody({ person, passkeys, hasPassword, recoveryCodes, invitationEndsAt }: PersonAccess) {
  return {
    ...(person.provider === undefined ? {} : { provider: person.provider }),
    password: hasPassword,
    authenticator_app: person.hasTotp,
    passkeys: passkeys.map(({ credentialId, name, usedAt }) => ({
      passkey_id: credentialId,
      name,
      ...(usedAt === undefined ? {} : { used_at: usedAt.toISOString() }),
    })),
    recovery_codes: recoveryCodes,
    ...(invitationEndsAt === undefined ? {} : { invitation_ends_at: invitationEndsAt.toISOString() }),
  }
}

export const accessBody = (access: PersonAccess) => ({
  person_id: access.person.personId,
  name: access.person.name,
  disabled: access.person.disabled,
  roles: rolesBody(access),
  scopes: [...scopesOfPerson(access.person)],
  rules: rulesOfPerson(access.person).map(({ scope, reach, isDeidentified, roles }) => ({
    scope,
    reach,
    deidentified: isDeidentified,
    roles,
  })),
  ehrs: reachOf(access),
  assignments: access.assignments.map(assignmentBody),
  apps: access.apps.map(appBody),
  sign_in: signInBody(access),
  sessions: access.sessions.map(sessionBody),
})
