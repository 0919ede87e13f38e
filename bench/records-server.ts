/** The server under test of `npm run bench records`: Cairn, and beside it the bare routes that it is measured against. */
import Fastify from 'fastify'
import { buildApp } from '../packages/server/src/app.ts'
import { checkedVault, createClient } from '../packages/server/src/auth/index.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { migrate, openPool, sql } from '../packages/server/src/db/index.ts'
import { openLog, openMetrics } from '../packages/server/src/observe/index.ts'

interface Task {
  readonly databaseUrl: string
  readonly port: number
  readonly barePort: number
}

const SECRET_KEY = 'a secret key that is long enough for a benchmark'

/** The same row by the same driver: what a read cannot do without. */
const bareRead = sql<{ envelope: string; data: string }, [ehrId: string, objectId: string, version: number]>({
  name: 'bench.read',
  text: 'select envelope, data from cairn.version where ehr_id = $1 and object_id = $2 and version = $3',
})

/** The same rows that a commit writes, ready made: what a durable write cannot do without. */
const bareWrite = sql<never, [contributionId: string, objectId: string]>({
  name: 'bench.write',
  text: `with c as (
      insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
      select ehr_id, $1::uuid, now(), audit from bench.contribution
    ), o as (
      insert into cairn.versioned_object (ehr_id, object_id, kind, created_at)
      select ehr_id, $2::uuid, 'COMPOSITION', now() from bench.contribution
    ), v as (
      insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at,
        change_type, lifecycle, template_key, envelope, data)
      select ehr_id, $2::uuid, 1, kind, system_id, $1::uuid, now(), change_type, lifecycle, template_key, envelope, data
      from bench.version
      returning ehr_id, commit_number
    )
    insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves)
    select r.ehr_id, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves
    from bench.root r, v`,
})

async function start({ databaseUrl, port, barePort }: Task): Promise<void> {
  await migrate(databaseUrl)
  const db = openPool(databaseUrl, { max: 16, applicationName: 'bench', genericPlans: true })
  const { config } = readConfig({ CAIRN_PORT: String(port), CAIRN_LOG_LEVEL: 'info' })
  const app = await buildApp({
    config,
    db,
    databaseUrl,
    secretKey: SECRET_KEY,
    // What a log costs is part of the figure; where its lines go is not.
    log: openLog('info', { write: () => {} }),
    metrics: openMetrics(),
    version: 'bench',
    unready: async () => undefined,
    now: Date.now,
  })
  const vault = await checkedVault(db, SECRET_KEY)
  const made = await createClient(db, vault, { name: 'bench', scopes: ['api.read', 'api.write'] })
  const bare = Fastify({ logger: false })
  bare.get<{ Params: { ehr: string; object: string; version: string } }>(
    '/version/:ehr/:object/:version',
    async (request, reply) => {
      const { ehr, object, version } = request.params
      const [row] = await db.query(bareRead, [ehr, object, Number(version)])
      return reply
        .header('Content-Type', 'application/json')
        .send(`${row?.envelope.slice(0, -1)},"data":${row?.data}}`)
    },
  )
  bare.post('/version', async (_request, reply) => {
    await db.execute(bareWrite, [crypto.randomUUID(), crypto.randomUUID()])
    return reply.code(201).send()
  })
  await app.api.listen({ port, host: '127.0.0.1' })
  await bare.listen({ port: barePort, host: '127.0.0.1' })
  process.send?.({ clientId: made.client.clientId, secret: made.secret })
  process.on('disconnect', async () => {
    await bare.close()
    await app.close()
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
