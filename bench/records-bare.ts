/** The bare routes that `npm run bench records` measures Cairn against: the same rows by the same driver, and nothing else. */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { openPool, sql } from '../packages/server/src/db/index.ts'
import { type RootRow, rootLists } from '../packages/server/src/roots/writing/index.ts'
import {
  type DocumentColumns,
  documentColumns,
  documentText,
} from '../packages/server/src/versions/packing/index.ts'

interface Task {
  readonly databaseUrl: string
  readonly port: number
}

/** The same row by the same driver: what a read cannot do without. */
const bareRead = sql<
  DocumentColumns & { envelope: string },
  [ehrId: string, objectId: string, version: number]
>({
  name: 'bench.read',
  text: `select envelope, ${documentColumns()} from cairn.version where ehr_id = $1 and object_id = $2 and version = $3`,
})

/** The same rows that a commit writes, ready made and sent as they are: what a durable write cannot do without. */
const bareWrite = sql<
  never,
  [
    ehrId: string,
    contributionId: string,
    objectId: string,
    audit: string,
    envelope: string,
    data: string | null,
    packed: Buffer | null,
    presetId: number | null,
    ...roots: unknown[],
  ]
>({
  name: 'bench.write',
  text: `with c as (
      insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit) values ($1, $2, now(), $4)
    ), o as (
      insert into cairn.versioned_object (ehr_id, object_id, kind, created_at) values ($1, $3, 'COMPOSITION', now())
    ), v as (
      insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at,
        change_type, lifecycle, template_key, envelope, data, packed, preset_id)
      values ($1, $3, 1, 'COMPOSITION', 'bench', $2, now(), 249, 532, 1, $5, $6, $7, $8)
      returning commit_number
    )
    insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key,
      event_path, event_time)
    select $1, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves, r.shared_key,
      r.event_path, r.event_time
    from v, ${rootLists.from('r', 9)}`,
})

interface Rows extends DocumentColumns {
  readonly ehr_id: string
  readonly audit: string
  readonly envelope: string
  readonly roots: readonly RootRow[]
}

const committedRows = sql<Rows>({
  name: 'bench.rows',
  text: `select v.ehr_id, c.audit, v.envelope, ${documentColumns('v')},
      (select json_agg(json_build_object('of', 1, 'num', num, 'cap', cap, 'parent', parent, 'via', via, 'at', at,
         'archetypeKey', archetype_key, 'latest', latest, 'leaves', leaves::text, 'sharedKey', shared_key,
         'latestEvent', case when event_path is not null
           then json_build_object('path', event_path, 'time', event_time) end)) from cairn.root r
       where r.ehr_id = v.ehr_id and r.commit_number = v.commit_number) as roots
    from cairn.version v join cairn.contribution c using (ehr_id, contribution_id)
    where v.packed is not null and v.template_key is not null limit 1`,
})

async function start({ databaseUrl, port }: Task): Promise<void> {
  const db = openPool(databaseUrl, { max: 16, applicationName: 'bench', genericPlans: true })
  const bare = Fastify({ logger: false })
  bare.get<{ Params: { ehr: string; object: string; version: string } }>(
    '/version/:ehr/:object/:version',
    async (request, reply) => {
      const { ehr, object, version } = request.params
      const [row] = await db.query(bareRead, [ehr, object, Number(version)])
      const data = row && (await documentText(db, row))
      return reply
        .header('Content-Type', 'application/json')
        .send(`${row?.envelope.slice(0, -1)},"data":${data}}`)
    },
  )
  let rows: Rows | undefined
  bare.post('/version', async (_request, reply) => {
    rows ??= (await db.query(committedRows))[0]
    if (rows) {
      const { ehr_id, audit, envelope, data, packed, preset_id, roots } = rows
      await db.execute(bareWrite, [
        ehr_id,
        randomUUID(),
        randomUUID(),
        audit,
        envelope,
        data,
        packed,
        preset_id,
        ...rootLists.values(roots),
      ])
    }
    return reply.code(201).send()
  })
  await bare.listen({ port, host: '127.0.0.1' })
  process.send?.('ready')
  process.on('disconnect', async () => {
    await bare.close()
    await db.close()
  })
}

/** The first message starts it; every other asks how much processor time it has used, in seconds. */
process.once('message', (task: Task) => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuSeconds: (user + system) / 1e6 })
  })
  void start(task)
})
