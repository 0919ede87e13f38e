/** The AsyncAPI description says what events really are. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CloudEvent } from 'cloudevents'
import { readAll } from '../events/feed-calls.ts'
import { eventually } from '../eventually.ts'
import { openLive } from '../live/live-calls.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)
await postComposition(server, ehrId)
const answer = await server.call('GET /asyncapi.json')
const document = answer.json()
const events = await readAll(server, 'start', 'include=data')

const resolve = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document)

const refsIn = (node: unknown): readonly string[] => {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : refsIn(value),
  )
}

describe('the AsyncAPI document', () => {
  it('is of version 3, and all of its references lead somewhere', () => {
    assert.equal(answer.status, 200)
    assert.equal(document.asyncapi, '3.0.0')
    assert.deepEqual(
      refsIn(document).filter(ref => resolve(ref) === undefined),
      [],
    )
    for (const { channel } of Object.values<{ channel: { $ref: string } }>(document.operations))
      assert.ok(resolve(channel.$ref))
  })

  it('has a message for each type that the feed can be filtered by, and for each event of it', async () => {
    const openapi = (await server.call('GET /openapi.json')).json()
    const [type] = openapi.paths['/extra/v1/changes'].get.parameters.filter(
      (each: { name: string }) => each.name === 'type',
    )
    const wanted = (type.schema.items.enum as string[]).filter(each => each.includes('.'))
    const described = Object.values<{ name: string }>(document.components.messages).map(each => each.name)
    assert.deepEqual([...described].sort(), [...wanted].sort())
    for (const event of events) assert.ok(described.includes(event.type), event.type)
  })

  it('has every member of the events', () => {
    const { properties, required } = document.components.schemas.ChangeEvent
    for (const event of events) {
      assert.deepEqual(
        Object.keys(event).filter(name => !(name in properties)),
        [],
      )
      for (const name of required) assert.ok(name in event, name)
      assert.deepEqual(
        Object.keys(event.data).filter(name => !(name in properties.data.properties)),
        [],
        event.type,
      )
    }
  })

  it('names events that the package of CloudEvents takes', () => {
    assert.ok(events.length > 3)
    for (const event of events) assert.equal(new CloudEvent(event as object).validate(), true)
  })

  it('has every member of the events of a live query', async () => {
    const q = 'SELECT c/uid/value AS uid FROM EHR e CONTAINS COMPOSITION c ORDER BY c/uid/value'
    const reader = await openLive(server, { q, ehr_id: ehrId })
    await eventually('the rows', () => reader.events.length > 0)
    await postComposition(server, ehrId)
    await eventually('a change', () => reader.events.length > 1)
    const { messages } = document.channels.live
    for (const { event, data } of reader.events) {
      const { properties, required } = messages[event].payload
      assert.deepEqual(
        Object.keys(data).filter(name => !(name in properties)),
        [],
        event,
      )
      for (const name of required) assert.ok(name in data, `${event}: ${name}`)
      for (const row of [...(data.rows ?? []), ...(data.added ?? [])])
        assert.deepEqual(
          Object.keys(row).filter(
            name => !(name in properties[event === 'rows' ? 'rows' : 'added'].items.properties),
          ),
          [],
        )
    }
    await reader.close()
  })
})
