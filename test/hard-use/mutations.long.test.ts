/** Records that were changed at random places, over HTTP: each is taken or refused with a path, and none is a fault of the server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../packages/openehr/test/seeded.ts'
import { bloodPressure, idOf, newEhr, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { mutate } from './mutate.ts'
import { record } from './report.ts'

const SEED = Number(process.env['CAIRN_TEST_SEED'] ?? Date.now() % 1_000_000)
const MUTATIONS = 20_000
const AT_ONCE = 16

const server = await testServer({ env: { CAIRN_LOG_LEVEL: 'error' } })
await uploadTemplate(server)
const ehrId = await newEhr(server)
const composition = bloodPressure([{ systolic: 120 }, { systolic: 130 }])
const read = await server.call(`GET /openehr/v1/ehr/${ehrId}/ehr_status`, { scopes: 'api.read' })
const { uid: _, ...status } = read.json()

const contribution = {
  _type: 'CONTRIBUTION',
  versions: [
    {
      _type: 'ORIGINAL_VERSION',
      lifecycle_state: coded('532', 'complete'),
      commit_audit: {
        _type: 'AUDIT_DETAILS',
        change_type: coded('249', 'creation'),
        committer: { _type: 'PARTY_IDENTIFIED', name: 'A nurse' },
      },
      data: composition,
    },
  ],
  audit: {
    _type: 'AUDIT_DETAILS',
    change_type: coded('249', 'creation'),
    committer: { _type: 'PARTY_IDENTIFIED', name: 'A nurse' },
  },
}

function coded(code: string, value: string) {
  return {
    _type: 'DV_CODED_TEXT',
    value,
    defining_code: {
      _type: 'CODE_PHRASE',
      terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
      code_string: code,
    },
  }
}

const TARGETS: readonly { readonly request: string; readonly document: unknown; readonly share: number }[] = [
  { request: `POST /openehr/v1/ehr/${ehrId}/composition`, document: composition, share: 0.5 },
  { request: `POST /openehr/v1/ehr/${ehrId}/contribution`, document: contribution, share: 0.3 },
  { request: 'POST /openehr/v1/ehr', document: status, share: 0.2 },
]

test('the documents are taken as they are', async () => {
  for (const { request, document } of TARGETS) {
    const answer = await send(request, document)
    assert.equal(answer.status, 201, answer.text)
  }
})

const send = (request: string, document: unknown) =>
  server.call(request, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(document),
  })

test(`${MUTATIONS} mutated documents (seed ${SEED})`, { timeout: 1_800_000 }, async () => {
  const random = seeded(SEED)
  const counts = { taken: 0, refused: 0, pathless: 0 }
  const client = async () => {
    for (; counts.taken + counts.refused < MUTATIONS; ) {
      const chance = random()
      const target = TARGETS.find(
        (_each, at) => chance < TARGETS.slice(0, at + 1).reduce((sum, { share }) => sum + share, 0),
      )
      if (target === undefined) continue
      const document = mutate(target.document, random)
      const answer = await send(target.request, document)
      if (answer.status < 300) counts.taken++
      else {
        counts.refused++
        assert.ok(answer.status < 500, `${target.request} ${JSON.stringify(document)}: ${answer.text}`)
        const { errors = [], validationErrors = [] } = answer.json()
        if ([...errors, ...validationErrors].length === 0 && [400, 422].includes(answer.status))
          counts.pathless++
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  assert.equal(idOf(await send(`POST /openehr/v1/ehr/${ehrId}/composition`, composition)).length > 0, true)
  record({
    check: '29',
    subject: 'Mutated records',
    method: `${MUTATIONS} compositions, contributions and EHR_STATUS over HTTP, each changed at one to three random places: values removed, repeated, moved, or replaced by odd ones; seed ${SEED}`,
    figure: `${counts.taken} taken, ${counts.refused} refused with 4xx, no 5xx; ${counts.pathless} refusals without a list of findings`,
  })
})
