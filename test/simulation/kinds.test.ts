/** Each kind of thing that the simulation writes is read again as its table says, on a server without faults. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { partyOpt } from '../../packages/openehr/fixtures/party-templates.ts'
import { eventually } from '../eventually.ts'
import { bloodPressureOpt } from '../records.ts'
import { testServer } from '../server.ts'
import { kindOf } from './model.ts'
import { ABSENT, type Call, type Item, KINDS, stateAfter, type WriteVerb } from './operations.ts'
import { WITH_UUID } from './plan.ts'
import { seededRandom } from './random.ts'
import { openReceiver } from './receiver.ts'

const server = await testServer({ env: { CAIRN_PRIVATE_ADDRESSES: '127.0.0.1' }, jobPace: 10 })
const receiver = await openReceiver()
after(() => receiver.close())

const call = ({ request, body, headers }: Call) => {
  const isText = typeof body === 'string'
  return server.call(request, {
    scopes: 'api.read api.write api.admin',
    headers: { ...(body === undefined || isText ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isText ? (body as string) : JSON.stringify(body) }),
  })
}
const done = async (wanted: Call) => {
  const answer = await call(wanted)
  assert.ok(answer.status < 300, `${wanted.request}: ${answer.status} ${answer.text}`)
  return answer
}
for (const body of [bloodPressureOpt(), partyOpt('PERSON')])
  await done({
    request: 'POST /openehr/v1/definition/template/adl1.4',
    headers: { 'Content-Type': 'application/xml' },
    body,
  })
await done({ request: 'POST /extra/v1/subscription', body: { name: 'all', url: receiver.url } })

const random = seededRandom(1)
let count = 0

function newItem(kind: string, parent: Item | undefined): Item {
  const number = ++count
  const name = `${kind}-${number}`
  return { name, kind, number, id: WITH_UUID.includes(kind) ? random.uuid() : name, parent }
}

/** Creates a thing, with what it is in. */
async function made(kind: string): Promise<Item> {
  const { parent } = KINDS[kind] ?? {}
  const item = newItem(kind, parent === undefined ? undefined : await made(parent))
  await done(kindOf(item).write('create', item, '1.5', ''))
  return item
}

const get = (request: string) => call({ request })

describe('a thing of the simulation is read as it was written:', () => {
  for (const [name, kind] of Object.entries(KINDS))
    it(name, async () => {
      const item = await made(name)
      let state = '1.5'
      for (const verb of ['change', 'remove'] as const satisfies WriteVerb[]) {
        const seen = await kind.read(item, get)
        assert.equal(seen.state, state)
        if (kind.weights[verb] === undefined) continue
        await done(kind.write(verb, item, '2.5', seen.etag ?? ''))
        state = stateAfter(kind, verb, state, '2.5')
      }
      assert.equal((await kind.read(item, get)).state, state)
    })

  it('one that was never made is absent', async () => {
    const others = new Map(
      await Promise.all(
        ['ehr', 'party', 'composition', 'person'].map(async name => [name, await made(name)] as const),
      ),
    )
    for (const [name, kind] of Object.entries(KINDS)) {
      const seen = await kind.read(newItem(name, others.get(kind.parent ?? '')), get)
      assert.equal(seen.state, ABSENT, name)
    }
  })

  it('its versions are sent to the receiver', async () => {
    const item = await made('composition')
    await eventually('the event', () => receiver.versions.has(`${item.id} 1`))
  })
})
