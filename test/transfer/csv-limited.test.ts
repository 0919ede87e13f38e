/** `cairn import csv` for a caller who may not choose uids: a row that was under way at a kill is told, and never sent again unasked. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { adminCall } from '../people/people.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { openKills, pressures } from './csv-kills.ts'

const { server, records, save, run, runKilled, valuesIn } = await openKills(async server => {
  await addPersonWith(server, 'ana', { assigned_roles: ['clinician'] })
  const makeToken = await openTokens(server)
  return makeToken({ scope: 'api.read api.write', person: 'ana' })
})

/** The first request is the one whose uid is refused, so the third has the second row. */
const SECOND_ROW = 3

for (const { moment, choice, committed } of [
  { moment: 'committed', choice: 'skip', committed: [100, 101] },
  { moment: 'before', choice: 'send', committed: [100] },
] as const)
  it(`a row whose answer is missing waits for --doubtful (${choice})`, async () => {
    const ehrId = await records.ehr()
    await adminCall(server, 'POST /admin/v1/person/ana/assignment', { ehr_id: ehrId })
    const args = save(ehrId, pressures(6))
    await runKilled(args, { moment, at: SECOND_ROW })
    assert.deepEqual(await valuesIn(ehrId), committed)

    const unasked = await run(args)
    assert.equal(unasked.code, 1, unasked.out + unasked.err)
    const { faults } = JSON.parse(unasked.out)
    assert.deepEqual(
      faults.map(({ line }: { line: number }) => line),
      [3],
    )
    assert.match(faults[0].message, /may be committed.*--doubtful send or --doubtful skip/)
    assert.deepEqual(await valuesIn(ehrId), committed)

    const asked = await run([...args, '--doubtful', choice])
    assert.equal(asked.code, 0, asked.out + asked.err)
    assert.deepEqual(await valuesIn(ehrId), pressures(6))
  })
