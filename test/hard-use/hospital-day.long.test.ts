/** The day of a hospital at several rates, the rate from which on answers are late, and verification of all records afterwards. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { notBuilt, runProgram } from '../http/program.ts'
import { SECRET_KEY } from '../server.ts'
import { type Hospital, openHospital, processorSecondsOf, residentMegabytes } from './hospital.ts'
import { type Hit, percentile, statuses } from './load.ts'
import { record } from './report.ts'

const COMPOSITIONS = 10_000

const isFine = ({ status }: Hit) => status === 200 || status === 201
const about = `${COMPOSITIONS} compositions of 10 KB`

/** The rates of the classes S and L of the conformance framework; the whole classes have more records and hold for longer. */
const CLASSES = [
  {
    check: '1',
    subject: 'A small hospital',
    rate: 15,
    seconds: 120,
    whole: '100,000 compositions and 60 min',
  },
  {
    check: '2',
    subject: 'A large hospital',
    rate: 150,
    seconds: 60,
    whole: '1,000,000 compositions and 20 min',
  },
]

async function holdsRate({ load, day }: Hospital, at: (typeof CLASSES)[number]): Promise<void> {
  const { check, subject, rate, seconds, whole } = at
  const hits = await load.atRate(rate, seconds, day)
  assert.ok(hits.every(isFine), statuses(hits))
  record({
    check,
    subject: `${subject}, ${rate} requests a second`,
    method: `${about}, ${seconds} s at a rate that does not wait for answers: reads, commits, queries of one patient, new EHRs. The whole class is ${whole}`,
    figure: `${hits.length} requests, no error; p50 ${percentile(hits, 0.5)} ms, p99 ${percentile(hits, 0.99)} ms, most ${percentile(hits, 1)} ms`,
  })
}

async function findKnee({ load, day, pid }: Hospital): Promise<void> {
  const [seconds, step] = [10, 1.4]
  let knee: { rate: number; p99: number; cores: number } | undefined
  let stopped = ''
  for (let rate = 50; rate < 20_000 && stopped === ''; rate = Math.round(rate * step)) {
    const before = processorSecondsOf(pid)
    const hits = await load.atRate(rate, seconds, day)
    const cores = (processorSecondsOf(pid) - before) / seconds
    const [errors, p99] = [hits.filter(hit => !isFine(hit)).length / hits.length, percentile(hits, 0.99)]
    const isBehind = hits.length < 0.95 * rate * seconds
    if (p99 > 1000 || errors > 0.001 || isBehind)
      stopped = `at ${rate} a second p99 ${p99} ms, ${(errors * 100).toFixed(1)} % errors${isBehind ? ', not all sent' : ''}`
    else knee = { rate, p99, cores }
  }
  assert.ok(knee !== undefined, stopped)
  record({
    check: '3',
    subject: 'The rate from which on answers are late',
    method: `${about}; rates that grow by ${step} times, ${seconds} s each, until p99 is over 1 s or more than 0.1 % fail; driver, server and database share the two cores`,
    figure: `${knee.rate} requests a second with p99 ${knee.p99} ms, ${knee.cores.toFixed(2)} cores of the server, ${Math.round(residentMegabytes(pid))} MB; ${stopped}`,
  })
}

async function goAsFastAsTheyCan({ load, readComposition, commit }: Hospital): Promise<void> {
  const seconds = 10
  const cases = [
    { check: '4', subject: 'Reads of compositions of 10 KB', clients: 32, next: readComposition },
    { check: '5', subject: 'Commits of compositions of 10 KB', clients: 8, next: commit },
  ]
  for (const { check, subject, clients, next } of cases) {
    await load.byClients(clients, 3, next)
    const hits = await load.byClients(clients, seconds, next)
    assert.ok(hits.every(isFine), statuses(hits))
    record({
      check,
      subject,
      method: `${about}; ${clients} connections, each sends its next request when it has its answer, ${seconds} s; driver, server and database share the two cores`,
      figure: `${Math.round(hits.length / seconds)} a second, p50 ${percentile(hits, 0.5)} ms, p99 ${percentile(hits, 0.99)} ms`,
    })
  }
}

async function verifyAll({ server, databaseUrl, load }: Hospital): Promise<void> {
  load.close()
  server.program.child.kill('SIGTERM')
  await server.program.ended
  const settings = { CAIRN_DATABASE_URL: databaseUrl, CAIRN_SECRET_KEY: SECRET_KEY }
  const verify = () => runProgram(['verify', '--json'], settings, { built: true }).ended
  const began = performance.now()
  const clean = await verify()
  const took = (performance.now() - began) / 1000
  assert.equal(clean.code, 0, clean.stdout + clean.stderr)
  const { versions } = JSON.parse(clean.stdout) as { versions: number }

  const db = openPool(databaseUrl, { max: 1, applicationName: 'cairn test' })
  const flip = sql<{ object_id: string }>({
    name: 'test.flip',
    prepare: false,
    text: `update cairn.version set packed = set_byte(packed, length(packed) - 1, get_byte(packed, length(packed) - 1) # 1)
           where commit_number = (select commit_number from cairn.version where packed is not null order by commit_number desc limit 1 offset 500)
           returning object_id::text`,
  })
  const [changed] = await db.transaction(async queries => {
    await queries.execute(
      sql({ name: 'test.replica', prepare: false, text: 'set local session_replication_role = replica' }),
    )
    return queries.query(flip)
  })
  await db.close()
  const bad = await verify()
  assert.equal(bad.code, 1, bad.stdout + bad.stderr)
  const { faults } = JSON.parse(bad.stdout) as { faults: { subject?: string }[] }
  assert.ok(faults.length > 0)
  assert.ok(JSON.stringify(faults).includes(changed?.object_id ?? 'none'))
  record({
    check: '67',
    subject: 'Verification of many versions',
    method:
      'cairn verify over all versions; then again with one byte of one document changed in the database',
    figure: `${versions} versions in ${took.toFixed(1)} s, no fault; afterwards ${faults.length} fault, which names the changed version`,
  })
}

// One test with steps: the program ends with the test that started it.
test('the day of a hospital', { skip: notBuilt, timeout: 1_800_000 }, async t => {
  const hospital = await openHospital(COMPOSITIONS)
  await hospital.load.byClients(8, 5, hospital.day)
  for (const at of CLASSES) await t.test(`${at.rate} requests a second`, () => holdsRate(hospital, at))
  await t.test('the rate from which on answers are late', () => findKnee(hospital))
  await t.test('reads and commits as fast as they go', () => goAsFastAsTheyCan(hospital))
  await t.test('verification of all records', () => verifyAll(hospital))
})
