/** Pages while records are added: none that was there before comes twice or not at all. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { seeded } from '../../packages/openehr/test/seeded.ts'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const SEED = Number(process.env['CAIRN_SEED'] ?? 4711)
const random = seeded(SEED)

const SYSTOLIC =
  '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value'
const DEFINITION = `<datamap template="Blood pressure.v1"><paths add="systolic" path="${SYSTOLIC}"/></datamap>`

const RECORDS = 60
const LIMIT = 7
let ehr = ''

const add = () => postComposition(server, ehr, bloodPressure([{ systolic: 80 + Math.floor(random() * 60) }]))

before(async () => {
  await uploadTemplate(server)
  ehr = await newEhr(server)
  for (let at = 0; at < RECORDS; at++) await add()
  const saved = await server.call('PUT /extra/v1/definition/datamap/pressures', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: DEFINITION,
  })
  assert.equal(saved.status, 201, saved.text)
})

interface Page {
  readonly uids: readonly string[]
  readonly total: number
  readonly next: string | undefined
}

async function page(path: string): Promise<Page> {
  const answer = await server.call(`GET ${path}`, { scopes: 'api.read' })
  assert.equal(answer.status, 200, answer.text)
  const { data, totalCount } = answer.json() as { data: { uid: string }[]; totalCount: number }
  const link = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  const { pathname, search } = new URL(link ?? 'http://none')
  return {
    uids: data.map(({ uid }) => uid),
    total: totalCount,
    next: link === undefined ? undefined : pathname + search,
  }
}

/** All pages, one after the other, with four writers at work: a reader of links would follow endless ones for good. */
async function whileOthersAdd(read: (follow: (path: string) => Promise<Page>) => Promise<string[]>) {
  let reading = true
  const writer = async () => {
    for (let at = 0; reading && at < 30; at++) await add()
  }
  const writers = Array.from({ length: 4 }, writer)
  try {
    return await read(page)
  } finally {
    reading = false
    await Promise.all(writers)
  }
}

const present = async (): Promise<readonly string[]> =>
  (await page('/extra/v1/datamap/pressures?limit=10000')).uids

function each(found: readonly string[], expected: readonly string[]): void {
  const counts = new Map<string, number>()
  for (const uid of found) counts.set(uid, (counts.get(uid) ?? 0) + 1)
  const wrong = expected.filter(uid => counts.get(uid) !== 1)
  assert.deepEqual(wrong, [], `every record that was there comes once (seed ${SEED})`)
}

it('by offset, in the order that records are made', async () => {
  const before = await present()
  const found = await whileOthersAdd(async follow => {
    const uids: string[] = []
    for (let offset = 1; ; offset += LIMIT) {
      const { uids: more, total } = await follow(
        `/extra/v1/datamap/pressures?limit=${LIMIT}&offset=${offset}`,
      )
      uids.push(...more)
      if (offset + LIMIT > total || uids.length > before.length) return uids
    }
  })
  each(found, before)
})

for (const order of ['', '&order_by=systolic', '&order_by=-systolic', '&order_by=uid'])
  it(`by the next link${order}`, async () => {
    const before = await present()
    const found = await whileOthersAdd(async follow => {
      const uids: string[] = []
      let path: string | undefined = `/extra/v1/datamap/pressures?limit=${LIMIT}${order}`
      while (path !== undefined) {
        const next: Page = await follow(path)
        uids.push(...next.uids)
        path = next.next
      }
      return uids
    })
    each(found, before)
    assert.equal(new Set(found).size, found.length, 'none comes twice')
  })

it('there is no next link after the last page', async () => {
  const { next, total } = await page('/extra/v1/datamap/pressures?limit=10000')
  assert.equal(next, undefined)
  const last = await page(`/extra/v1/datamap/pressures?limit=${LIMIT}&offset=${total}`)
  assert.equal(last.next, undefined)
})
