/** The audit events of a command, which no request made. */
import { type AuditEntry, auditEvent, trailEvent } from '../audit/index.ts'

interface CommandAction {
  /** As the audit trail names the program. */
  readonly command: string
  readonly method: 'PUT' | 'DELETE'
  readonly route: string
  readonly path: string
  readonly status: number
}

export const commandEntry = ({ command, method, route, path, status }: CommandAction): AuditEntry => ({
  eventOf: ({ ehrId, detail }) =>
    trailEvent(
      auditEvent(
        {
          requestId: '',
          method,
          route,
          path,
          ehrId,
          status,
          clientId: command,
          person: undefined,
          address: '',
          detail,
        },
        Date.now(),
      ),
    ),
  add: async () => {},
  stored: () => {},
})
