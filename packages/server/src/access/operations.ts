/** The rights that operations need, by what they do (docs/rights.md). */

import type { Right } from './rights.ts'
import type { Permission } from './scopes/data-scope.ts'

export const RIGHTS = {
  readRecord: { resource: 'composition', permissions: ['r'] },
  /** A list takes the identity away, where the rights ask for it. */
  listRecords: { resource: 'composition', permissions: ['r'], withoutIdentity: 'also' },
  /** A datamap shows records or, by a demographic template, parties. */
  listDatamap: { resource: 'composition', permissions: ['r'], withoutIdentity: 'also', orParties: true },
  readDatamap: { resource: 'composition', permissions: ['r'], orParties: true },
  /** Records for research: as they are, only administrators get them. */
  exportRecords: { resource: 'composition', permissions: ['r'], withoutIdentity: 'only' },
  /** Resources of FHIR: by rights on their records, or on their type. */
  readResource: { resource: 'composition', permissions: ['r'], onType: 'r' },
  searchResources: { resource: 'composition', permissions: ['r'], onType: 's' },
  createResource: { resource: 'composition', permissions: ['c'], onType: 'c' },
  createRecord: { resource: 'composition', permissions: ['c'] },
  changeRecord: { resource: 'composition', permissions: ['u'] },
  deleteRecord: { resource: 'composition', permissions: ['d'] },
  /** Several changes at once: each is checked for itself when it is committed. */
  commitRecords: { resource: 'composition', permissions: ['c', 'u', 'd'] },
  createEhr: { resource: 'composition', permissions: ['c'], allNames: true, everywhere: true },
  /** The status of an EHR, and its tags: EHRs are assigned by them. */
  changeEhr: { resource: 'composition', permissions: ['u'], allNames: true, beyondLaunch: true },
  readTemplate: { resource: 'template', permissions: ['r'] },
  createTemplate: { resource: 'template', permissions: ['c'] },
  changeTemplate: { resource: 'template', permissions: ['u'] },
  deleteTemplate: { resource: 'template', permissions: ['d'] },
  /** A datamap is found by a name that says nothing of its template. */
  saveDatamap: { resource: 'template', permissions: ['u'], allNames: true },
  deleteDatamap: { resource: 'template', permissions: ['d'], allNames: true },
  readQuery: { resource: 'aql', permissions: ['r'] },
  saveQuery: { resource: 'aql', permissions: ['c', 'u'] },
  deleteQuery: { resource: 'aql', permissions: ['d'] },
  runQuery: { resource: 'aql', permissions: ['s'] },
  runAnyQuery: { resource: 'aql', permissions: ['s'], allNames: true },
  readAudit: { resource: 'audit', permissions: ['r'], allNames: true, everywhere: true },
  reviewAccess: { resource: 'audit', permissions: ['u'], allNames: true, everywhere: true },
} as const satisfies Record<string, Right>

/** The right on parties, of one kind or of any. Parties are in no EHR, so rights that hold in some EHRs do not count. */
export const partyRight = (resource: Right['resource'], ...permissions: readonly Permission[]): Right => ({
  resource,
  permissions,
  everywhere: true,
})
