/** Many who want the same thing at once: one gets it, and all others are told. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { record } from './report.ts'

const server = await testServer()
await uploadTemplate(server)

const RACES = 1000
const RACERS = 8

test('a thousand races of eight updates of one version', async () => {
  const ehrId = await newEhr(server)
  let latest = idOf(await postComposition(server, ehrId))
  for (let race = 1; race <= RACES; race++) {
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, at) =>
        putComposition(server, ehrId, latest, bloodPressure([{ systolic: 100 + at }])),
      ),
    )
    const won = answers.filter(({ status }) => status === 204)
    const lost = answers.filter(({ status }) => status === 412)
    assert.deepEqual([won.length, lost.length], [1, RACERS - 1], `race ${race}`)
    latest = won.map(idOf).join()
    assert.ok(lost.every(answer => idOf(answer) === latest))
  }
  assert.ok(latest.endsWith(`::${RACES + 1}`), latest)
  record({
    check: '21',
    subject: 'Races for one version',
    method: `${RACERS} updates with the same If-Match at once, ${RACES} times in a row`,
    figure: `${RACES} winners, ${RACES * (RACERS - 1)} answers 412 with the ETag of the winner; ${RACES + 1} versions in one line`,
  })
})

const SUBJECTS = 20
const CREATORS = 50

test('fifty who make an EHR for one subject', async () => {
  let refused = 0
  for (let subject = 0; subject < SUBJECTS; subject++) {
    const status = {
      _type: 'EHR_STATUS',
      archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
      name: { _type: 'DV_TEXT', value: 'EHR Status' },
      subject: {
        _type: 'PARTY_SELF',
        external_ref: {
          _type: 'PARTY_REF',
          id: { _type: 'GENERIC_ID', value: randomUUID(), scheme: 'hospital' },
          namespace: 'patients',
          type: 'PERSON',
        },
      },
      is_queryable: true,
      is_modifiable: true,
    }
    const answers = await Promise.all(
      Array.from({ length: CREATORS }, () =>
        server.call('POST /openehr/v1/ehr', {
          scopes: 'api.write',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(status),
        }),
      ),
    )
    const lost = answers.filter(({ status: code }) => code === 409).length
    assert.deepEqual([answers.filter(({ status: code }) => code === 201).length, lost], [1, CREATORS - 1])
    refused += lost
  }
  record({
    check: '23',
    subject: 'Races for one subject',
    method: `${CREATORS} requests for an EHR of the same subject at once, for ${SUBJECTS} subjects`,
    figure: `${SUBJECTS} answers 201, ${refused} answers 409`,
  })
})
