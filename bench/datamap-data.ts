/** Many compositions of one template, as the commit door would have stored them: what datamaps are listed from. */

import { dateTime, eventContext } from '../packages/openehr/fixtures/opt-builder/data.ts'
import { stateKeyReader } from '../packages/server/src/auth/secret-key.ts'
import { type Database, sql } from '../packages/server/src/db/index.ts'
import { openTemplateShelf } from '../packages/server/src/definitions/index.ts'
import { addTemplate } from '../packages/server/src/definitions/template-store.ts'
import { openPathDictionary } from '../packages/server/src/roots/index.ts'
import { sealingDatabase } from '../packages/server/src/seals/index.ts'
import { bloodPressure, bloodPressureOpt, TEMPLATE_ID } from '../test/records.ts'
import { writeRoots } from './aql-data.ts'
import { EHRS, ehrOf, type Made, mulberry32, uuidOf } from './layout-data.ts'
import { writeDocuments } from './layout-documents.ts'
import { SECRET_KEY } from './server-process.ts'

const BATCH = 500

const day = (at: number): string => new Date(1.6e12 + at * 86_400_000).toISOString().slice(0, 10)

export interface LoadOptions {
  readonly ehrs?: number
  /** Events of each composition; where it is left out, one, and three in one of ten. */
  readonly events?: number | undefined
  /** The EHR of a composition, from 0, by a random number below 1; where it is left out, EHRs have about as many each. */
  readonly ehrAt?: (random: number) => number
}

function* made(
  count: number,
  { ehrs = EHRS, events, ehrAt = random => Math.floor(random * ehrs) }: LoadOptions,
): Generator<readonly Made[]> {
  const next = mulberry32(7)
  for (let first = 1; first <= count; first += BATCH)
    yield Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, at): Made => {
      const commit = first + at
      const object = uuidOf(`object ${commit}`)
      const readings = Array.from({ length: events ?? (next() < 0.1 ? 3 : 1) }, () => ({
        systolic: 90 + Math.floor(next() * 900) / 10,
        diastolic: 50 + Math.floor(next() * 500) / 10,
        time: `${day(Math.floor(next() * 2000))}T${String(10 + Math.floor(next() * 12))}:00:00+01:00`,
      }))
      const data = bloodPressure(readings)
      const context = eventContext({ start_time: dateTime(readings[0]?.time) })
      return { ehr: ehrOf(ehrAt(next())), object, commit, data: { ...data, context } }
    })
}

const run = (db: Database, text: string) => db.execute(sql({ name: 'bench.run', text, prepare: false }))

/** The EHRs have the default episodes that they would have been made with. */
export async function loadRecords(db: Database, count: number, options: LoadOptions = {}): Promise<void> {
  const opt = bloodPressureOpt()
  const sealing = sealingDatabase(
    db,
    stateKeyReader(db, () => SECRET_KEY),
  )
  await addTemplate(sealing, { templateId: TEMPLATE_ID, uid: null, concept: '', archetypeId: '', opt }, 1)
  const template = await openTemplateShelf(db).latest(TEMPLATE_ID)
  const dictionary = openPathDictionary(db)
  const ehrs = Array.from({ length: options.ehrs ?? EHRS }, (_, at) => ehrOf(at))
  await writeDocuments(db, ehrs, made(count, options), {
    key: template?.key ?? 0,
    artefactId: template?.artefactId ?? 0,
  })
  for (const batch of made(count, options)) await writeRoots(db, dictionary, batch)
  await run(
    db,
    `insert into cairn.episode (ehr_id, episode_id, name, active, starts_at, starts_text)
     select ehr_id, default_episode_id, 'Default episode', true, created_at, created_at::text from cairn.ehr`,
  )
  await run(db, 'vacuum analyze')
}
