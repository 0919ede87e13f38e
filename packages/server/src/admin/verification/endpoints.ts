/** `GET {base_url}/admin/v1/verification`: verifies everything, and tells how far it has come. */
import type { TrailHead } from '../../audit/index.ts'
import type { Database } from '../../db/index.ts'
import { type Endpoint, endpoint, type Incoming } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { SealKey } from '../../seals/index.ts'
import { readHead } from './place.ts'
import { startVerification } from './thread.ts'

export interface VerificationNeeds {
  readonly db: Database
  readonly databaseUrl: string
  readonly stateKey: SealKey
}

const NDJSON = 'application/x-ndjson'

function headIn({ query }: Incoming): TrailHead | undefined {
  const given = query.get('head')
  if (given === null) return undefined
  const head = readHead(given)
  if (head) return head
  throw new Refusal('request.malformed', 'head must be <seal>:<digest>, as an earlier result has it.')
}

export const verificationEndpoints: readonly Endpoint<VerificationNeeds>[] = [
  endpoint({
    route: 'GET /verification',
    action: 'E',
    scope: 'api.admin',
    produces: [NDJSON],
    doc: {
      operationId: 'verification_run',
      tag: 'Audit trail',
      summary: 'Verify all records and the audit trail',
      description:
        'As `cairn verify` does: every version against its signature and the one before it, tags, definitions, clients, people and rights against their seals, and the audit trail against its seals. One JSON object for each line: `{"record": "progress", "part": "versions", "done": 500, "total": 2000}`, then `objects` and `seals`, ' +
        'and at the end one with `"record": "result"`, the numbers, and all `faults`, those of sealed objects in `state` and those of the audit trail in `audit`. A fault names an object and nothing of its content. An answer without it is not complete. The work ends when the caller leaves, and takes its time from no request.',
      parameters: [
        {
          name: 'head',
          in: 'query',
          description:
            'The end of the audit trail that an earlier result told (`audit.head`): it must still be there.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: { description: 'Progress, and the result.', schema: { type: 'string' } },
        400: { description: '`head` is not the end of a trail.' },
        409: { description: 'The records are being verified already.' },
      },
    },
    read: headIn,
    act: ({ db, databaseUrl, stateKey }, _caller, known) =>
      startVerification({ databaseUrl, isDistributed: db.isDistributed, stateKey, known }),
    reply: body => ({ status: 200, headers: { 'Content-Type': NDJSON }, body }),
  }),
]
