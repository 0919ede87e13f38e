/** Assignments of people to EHRs, and the access that people took for themselves. */
export { type Assignment, assignmentBody, newAssignmentIn } from './assignment.ts'
export { ASSIGNMENT_SCHEMA, PERSON_PARAMETER, personIdIn } from './endpoints.ts'
export {
  addAssignment,
  assignmentsOf,
  endAssignment,
  reviewAccess,
  takenAccess,
} from './store.ts'
