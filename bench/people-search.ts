/**
 * Processor time of server and database for a search for people, by their number, and for a commit of a person against one of a composition.
 *
 *   npm run bench people-search [rounds] [seconds] [sizes]     sizes: 10000,100000 unless told
 */
import { partyOpt } from '../packages/openehr/fixtures/party-templates.ts'
import { openPool } from '../packages/server/src/db/index.ts'
import { DEFINITION, PERSON_ARCHETYPE, person } from '../test/demographic/people.ts'
import { startTestServer } from '../test/postgres.ts'
import { bloodPressureOpt } from '../test/records.ts'
import { document, FOUR_KILOBYTES, type Operation, TEN_KILOBYTES } from './cost-operations.ts'
import { mulberry32 } from './layout-data.ts'
import { type Clocks, type Cost, measure } from './measure.ts'
import { inventedPerson, loadPeople, townOf } from './people-data.ts'
import { databaseClock } from './processor-time.ts'
import { median, startServer, token } from './server-process.ts'

const CONNECTIONS = 4
const WARM_UP = { seconds: 2, requests: 200 }
/** The engine goes on compiling for some thousands of commits: whichever kind comes first would pay for the others. */
const WARM_COMMITS = { seconds: 20, requests: 3000 }

/** Some 14 % of all have it. */
const MOST_FREQUENT = 'kan'

type Send = (request: string, body?: string, type?: string) => Promise<Response>

const sender =
  (url: string, authorization: string): Send =>
  async (request, body, type = 'application/json') => {
    const [method = '', path = ''] = request.split(' ')
    const headers = { Authorization: authorization, ...(body === undefined ? {} : { 'Content-Type': type }) }
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    const text = await answer.text()
    if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${text.slice(0, 300)}`)
    return answer
  }

/** Another letter in the middle. */
const misspelt = (name: string): string => `${name.slice(0, 2)}q${name.slice(3)}`

function searchesOf(send: Send): readonly Operation[] {
  const next = mulberry32(99)
  const people = Array.from({ length: 500 }, (_, at) => inventedPerson(next, at))
  const search = (
    name: string,
    query: (one: (typeof people)[number], turn: number) => Readonly<Record<string, string>>,
  ) => ({
    name,
    connections: CONNECTIONS,
    send: async (turn: number) => {
      const one = people[turn % people.length]
      if (one) await send(`GET /extra/v1/person?${new URLSearchParams(query(one, turn))}`)
    },
  })
  return [
    search('given and family name', ({ given, family }) => ({ name: `${given} ${family}` })),
    search('family name', ({ family }) => ({ name: family })),
    search('the most frequent family name', () => ({ name: MOST_FREQUENT })),
    search('that, and a given name', ({ given }) => ({ name: `${MOST_FREQUENT} ${given}` })),
    search('that, and two letters of a given name', ({ given }) => ({
      name: `${MOST_FREQUENT} ${given.slice(0, 2)}`,
    })),
    search('the same, misspelt', () => ({ name: misspelt(MOST_FREQUENT) })),
    search('family name and town', ({ family }, turn) => ({ name: family, address: townOf(turn) })),
    search('the most frequent name, and a town', (_, turn) => ({
      name: MOST_FREQUENT,
      address: townOf(turn),
    })),
    search('a town and a word of all addresses', (_, turn) => ({ address: `${townOf(turn)} street` })),
    search('both, one misspelt', ({ given, family }) => ({ name: `${family} ${misspelt(given)}` })),
    search('beginning of a family name', ({ family }) => ({ name: family.slice(0, 4) })),
    search('family name and birth date', ({ family, born }) => ({ name: family, birth_date: born })),
    search('birth date', ({ born }) => ({ birth_date: born })),
    search('identifier', ({ number }) => ({ identifier: number })),
  ]
}

/** Each composition goes to another EHR, as each person is a record of its own. */
const EHRS = 100

async function newEhrs(send: Send): Promise<readonly string[]> {
  const ids: string[] = []
  for (let at = 0; at < EHRS; at++) {
    const ehr = await send('POST /openehr/v1/ehr')
    ids.push(ehr.headers.get('etag')?.replaceAll('"', '') ?? '')
  }
  return ids
}

async function commitsOf(send: Send): Promise<readonly Operation[]> {
  const ehrIds = await newEhrs(send)
  const next = mulberry32(7)
  const commit = (
    name: string,
    path: (turn: number) => string,
    bodyOf: (turn: number) => string,
  ): Operation => ({
    name,
    connections: CONNECTIONS,
    send: async turn => void (await send(`POST /openehr/v1/${path(turn)}`, bodyOf(turn))),
  })
  const personOf = (turn: number) => {
    const { family, given, born, number } = inventedPerson(next, turn)
    return JSON.stringify(
      person({
        family,
        given: [given],
        born,
        sex: 'female',
        identifiers: [{ id: number }],
        address: ['1 Street', 'Town'],
      }),
    )
  }
  const composition = (size: string, events: number) =>
    commit(
      `commit of a composition, ${size}`,
      turn => `ehr/${ehrIds[turn % EHRS]}/composition`,
      turn => document(events, turn),
    )
  return [
    commit('commit of a person', () => 'demographic/person', personOf),
    composition('4 KB', FOUR_KILOBYTES),
    composition('10 KB', TEN_KILOBYTES),
  ]
}

async function measureAll(
  operations: readonly Operation[],
  clocks: Clocks,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<void> {
  const costs = new Map(operations.map(each => [each.name, [] as Cost[]]))
  for (let round = -1; round < rounds; round++)
    for (const operation of operations)
      if (round < 0) await measure(operation, clocks, WARM_UP.seconds, WARM_UP.requests)
      else costs.get(operation.name)?.push(await measure(operation, clocks, seconds))
  for (const [name, each] of costs) {
    const [server, database] = [
      median(each.map(cost => cost.server)),
      median(each.map(cost => cost.database)),
    ]
    console.log(
      `  ${name.padEnd(34)} ${server.toFixed(2)} + ${database.toFixed(2)} = ${(server + database).toFixed(2)} ms`,
    )
  }
}

export async function run([
  rounds = '3',
  seconds = '2',
  given = '10000,100000',
]: readonly string[]): Promise<void> {
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
  const server = await startServer(database.templateUrl)
  try {
    const send = sender(server.url, `Bearer ${await token(server.url, 'api.read api.write api.admin')}`)
    for (const opt of [partyOpt('PERSON'), bloodPressureOpt()])
      await send('POST /openehr/v1/definition/template/adl1.4', opt, 'application/xml')
    await send(`PUT /extra/v1/person-definition/${PERSON_ARCHETYPE}`, JSON.stringify(DEFINITION))
    const clocks = { server: server.cpuSeconds, database: await databaseClock(db) }
    const asked = { rounds: Number(rounds), seconds: Number(seconds) }
    console.log('milliseconds of processor time of a request: server + database')
    const commits = await commitsOf(send)
    for (const each of commits) await measure(each, clocks, WARM_COMMITS.seconds, WARM_COMMITS.requests)
    let loaded = 0
    for (const size of given.split(',').map(Number)) {
      const start = performance.now()
      await loadPeople(db, loaded, size)
      loaded = size
      console.log(`${size} people, ${Math.round((performance.now() - start) / 1000)} s to load`)
      await measureAll([...searchesOf(send), ...commits], clocks, asked)
    }
  } finally {
    await server.stop()
    await db.close()
    await database.stop()
  }
}
