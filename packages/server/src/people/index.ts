/** The room of people: accounts, ways to sign in, sessions, and the pages for all of that. */
export type { PersonDirectory } from './accounts/directory.ts'
export { newPersonIn, personChangeIn } from './accounts/endpoints.ts'
export { createPerson, firstInvitation, invitePerson } from './accounts/invitations.ts'
export { changePerson, type PersonChange, personById } from './accounts/people.ts'
export {
  equivalentsOf,
  type Person,
  roleRulesOf,
  scopesOfPerson,
} from './accounts/person.ts'
export { listPeople } from './accounts/store.ts'
export { type Assignment, assignmentBody, newAssignmentIn } from './assignments/assignment.ts'
export {
  addAssignment,
  assignmentsOf,
  endAssignment,
  reviewAccess,
  takenAccess,
} from './assignments/store.ts'
export type { PeopleNeeds } from './needs.ts'
export {
  type Fields,
  type PageRoute,
  pageEndpoints,
  type SignedIn,
  signedInOf,
  signInTarget,
  whenSignedIn,
  whenSignedInForm,
} from './page-endpoint.ts'
export { leadOn, type PageContext, pageReply, redirectTo } from './pages/layout.ts'
export { hiddenFields, timeText } from './pages/parts.ts'
export type { TextKey } from './pages/texts.ts'
export { openPeople } from './room.ts'
export type { Session } from './sessions/store.ts'
