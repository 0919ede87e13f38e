/** Actions and outcomes of the audit trail, in words. */
import type { AuditEvent } from '@cairn-ehr/client'
import type { CommonKey } from '../language/use-texts.ts'

export const ACTION_WORDS: Readonly<Record<AuditEvent['action'], CommonKey>> = {
  C: 'created',
  R: 'read',
  U: 'updated',
  D: 'deleted',
  E: 'ran a query',
}

export const OUTCOME_WORDS: Readonly<Record<AuditEvent['outcome'], CommonKey>> = {
  success: 'success',
  denied: 'denied',
  failure: 'failure',
  error: 'error',
}
