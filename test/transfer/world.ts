/** Records of every kind, to be exported, and what two servers must have in common afterwards. */
import assert from 'node:assert/strict'
import { documentText } from '../../packages/server/src/versions/packing/index.ts'
import { tablesOfEhrs } from '../admin/catalogue.ts'
import { aboutSubject, folder, openRecords, type Records, status } from '../admin/records.ts'
import { bloodPressureOpt, idOf, TEMPLATE_ID } from '../records.ts'
import type { RunningServer } from '../server.ts'

export const ALL = 'api.read api.write api.lenient api.admin'

export interface World {
  readonly records: Records
  /** EHRs that are there, in the order of their making. */
  readonly ehrs: readonly string[]
  readonly erasedEhr: string
  readonly erasedObject: string
}

/** Puts a record of every kind into a server. */
export async function makeWorld(server: RunningServer): Promise<World> {
  const records = await openRecords(server)
  const { call, callAt } = records
  const done = async (answer: ReturnType<Records['call']>, expected: number) => {
    const got = await answer
    assert.equal(got.status, expected, got.text)
    return got
  }

  const first = await records.ehr(status(aboutSubject('p-1')))
  const one = await records.composition(first, 'one')
  const two = await records.update(first, one, 'two')
  await records.update(first, two, 'three')
  const deleted = await records.composition(first, 'deleted')
  await done(call(`DELETE /ehr/${first}/composition/${deleted}`), 204)
  await records.faulty(first, 'faulty')
  await done(
    call(`PUT /ehr/${first}/composition/${one.split('::')[0]}/tags`, [{ key: 'seen', value: 'yes' }]),
    204,
  )
  await done(call(`POST /ehr/${first}/directory`, folder('root')), 201)
  const statusUid = idOf(await call(`GET /ehr/${first}/ehr_status`))
  await done(
    call(`PUT /ehr/${first}/ehr_status`, status({ ...aboutSubject('p-1'), is_modifiable: false }), {
      'If-Match': statusUid,
    }),
    204,
  )

  const second = await records.ehr(status(aboutSubject('p-2')))
  const episode = await done(
    callAt(`POST /extra/v1/ehr/${second}/episode`, {
      name: 'Ward 3',
      startsAt: '2026-01-02T03:04:05+01:00',
    }),
    201,
  )
  const { uid } = episode.json() as { uid: string }
  await records.composition(second, 'in an episode', { 'cairn-episode': uid })
  const erased = await records.composition(second, 'erased')
  await done(call(`DELETE /admin/ehr/${second}/composition/${erased}?reason=wrong`), 204)

  const third = await records.ehr()
  await records.composition(third, 'merged')
  await done(call(`POST /admin/ehr/${second}/merge`, { from: third }), 200)
  const fourth = await records.ehr()
  await records.composition(fourth, 'goes')
  await done(call(`DELETE /admin/ehr/${fourth}`), 204)

  // Another version of the template, and records by both.
  await done(
    server.call(`PUT /openehr/v1/definition/template/adl1.4/${encodeURIComponent(TEMPLATE_ID)}`, {
      scopes: ALL,
      headers: { 'Content-Type': 'application/xml' },
      body: bloodPressureOpt().replace('<concept>', '<concept> '),
    }),
    204,
  )
  const fifth = await records.ehr()
  await records.composition(fifth, 'by the new template')

  await done(call('PUT /definition/query/test::all/1.0.0', { q: 'SELECT e/ehr_id/value FROM EHR e' }), 200)
  const suggested = await callAt(
    `GET /extra/v1/definition/datamap-suggestion?template_id=${encodeURIComponent(TEMPLATE_ID)}`,
    undefined,
    { Accept: 'application/json' },
  )
  await done(callAt('PUT /extra/v1/definition/datamap/pressure', suggested.json()), 201)
  return {
    records,
    ehrs: [first, second, fifth],
    erasedEhr: fourth,
    erasedObject: erased.split('::')[0] ?? '',
  }
}

/** Numbers that a server gives by itself; the time of an erasure is kept to the millisecond. */
const OWN_NUMBERS = [
  'erased_at',
  'commit_number',
  'changed_in',
  'serial',
  'artefact_id',
  'template_key',
  'archetype_key',
  'shared_key',
  'event_path',
  'leaves',
  'via',
]

/** Each server compresses documents in its own way: their text is compared. */
async function withText(
  db: RunningServer['db'],
  row: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (!('packed' in row)) return row
  const { data, packed, preset_id, ...others } = row
  const bytes = typeof packed === 'string' ? Buffer.from(packed.slice(2), 'hex') : null
  const columns = { data: data as string | null, packed: bytes, preset_id: preset_id as number | null }
  return { ...others, data: await documentText(db, columns) }
}

/** Every row of an EHR in every table, without the numbers that a server gives by itself. */
export async function contentOf(
  { db }: RunningServer,
  ehrId: string,
  leftOut: readonly string[] = [],
): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const table of await tablesOfEhrs(db)) {
    const rows = await Promise.all((await table.contentOf(ehrId)).map(row => withText(db, row)))
    content[table.name] = rows
      .map(row => {
        const kept = Object.entries(row).filter(([name]) => ![...OWN_NUMBERS, ...leftOut].includes(name))
        return JSON.stringify(Object.fromEntries(kept))
      })
      .sort()
  }
  return content
}
