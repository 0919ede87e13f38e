/** The room of people: accounts, ways to sign in, sessions, and the pages for all of that. */

export { type AccountFacts, accountFacts, type FactsNeeds } from './accounts/account-facts.ts'
export { takeCallerName } from './accounts/caller-name.ts'
export type { PersonDirectory } from './accounts/directory.ts'
export { SESSION_SCHEMA, sessionBody } from './accounts/endpoints.ts'
export { createPerson, firstInvitation, invitePerson } from './accounts/invitations.ts'
export { changePerson, type PersonChange, personById } from './accounts/people.ts'
export { type Person, roleRulesOf, rolesNamed, scopesOfPerson } from './accounts/person.ts'
export { newPersonIn, personChangeIn } from './accounts/person-input.ts'
export { rulesOfPerson } from './accounts/person-rules.ts'
export { listPeople } from './accounts/store.ts'
export { type Assignment, assignmentBody, newAssignmentIn } from './assignments/assignment.ts'
export { ASSIGNMENT_SCHEMA, PERSON_PARAMETER, personIdIn } from './assignments/endpoints.ts'
export {
  addAssignment,
  assignmentsOf,
  endAssignment,
  reviewAccess,
  takenAccess,
} from './assignments/store.ts'
export type { PeopleNeeds } from './needs.ts'
export {
  confirmTarget,
  type Fields,
  type PageRoute,
  pageEndpoints,
  type SignedIn,
  secondFactorTarget,
  signInTarget,
  visitorOf,
  whenSignedIn,
  whenSignedInForm,
} from './page-endpoint.ts'
export { leadOn, type PageContext, pageReply, redirectTo } from './pages/layout.ts'
export { messagePage } from './pages/message-page.ts'
export { hiddenFields, timeText } from './pages/parts.ts'
export type { TextKey } from './pages/texts.ts'
export { endSessionUrl, LOGOUT_RETURN } from './providers/end-session.ts'
export { roleBody } from './roles/endpoints.ts'
export { BUILT_IN_ROLES, equivalentsOf } from './roles/role.ts'
export { newRoleIn, roleChangeIn } from './roles/role-input.ts'
export {
  changeRole,
  createRole,
  deleteRole,
  listRoles,
  type RoleInUse,
  roleByName,
} from './roles/roles.ts'
export { openPeople, type People } from './room.ts'
export { resealTotpSecrets } from './second-factor/store.ts'
export { revokeGrants } from './sessions/end-access.ts'
export { isFreshAt } from './sessions/sessions.ts'
export { endSessionsOfProvider, listSessions, type Session } from './sessions/store.ts'
