import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Subscription } from '@cairn-ehr/client'
import { changeIn, EMPTY_FORM, formOf, isSendable, parametersIn, requestIn } from './subscription-form.ts'
import { filterParts, isOwn, lagOf, stateOf } from './subscription-state.ts'

const SUBSCRIPTION: Subscription = {
  id: '5f0c2a3e-58a1-4c2f-9d55-0e6a3b1b7a11',
  name: 'Laboratory',
  url: 'https://engine.example.org/cairn',
  filter: { type: ['composition'], template_id: ['Laboratory report'] },
  include: 'data',
  batch_size: 10,
  authorization: { type: 'client_credentials', token_url: 'https://id.example.org', client_id: 'cairn' },
  active: true,
  signing: 'hmac',
  client_id: 'engine',
  position: '1040-9f2c1a7b',
  waiting_ehrs: 0,
  created_at: '2026-11-01T08:00:00Z',
}

describe('a subscription', () => {
  it('is active, failing or paused', () => {
    assert.equal(stateOf(SUBSCRIPTION), 'active')
    const failing = { ...SUBSCRIPTION, failing_since: '2026-11-18T12:00:00Z' }
    assert.equal(stateOf(failing), 'failing')
    assert.equal(stateOf({ ...SUBSCRIPTION, waiting_ehrs: 2 }), 'failing')
    assert.equal(stateOf({ ...failing, active: false }), 'paused')
  })

  it('is behind by the changes between its place and the newest one', () => {
    assert.equal(lagOf(SUBSCRIPTION, '1042-3-00aa11bb'), 2)
    assert.equal(lagOf(SUBSCRIPTION, '1040-9f2c1a7b'), 0)
    assert.equal(lagOf(SUBSCRIPTION, '1039-9f2c1a7b'), 0)
    assert.equal(lagOf({ ...SUBSCRIPTION, position: 'start' }, '7-00aa11bb'), 7)
    assert.equal(lagOf({ ...SUBSCRIPTION, position: 'start' }, 'start'), 0)
  })

  it('belongs to the client or to the person that made it', () => {
    assert.equal(isOwn(SUBSCRIPTION, { kind: 'client', id: 'engine' }), true)
    assert.equal(isOwn(SUBSCRIPTION, { kind: 'client', id: 'other' }), false)
    const ofPerson = { ...SUBSCRIPTION, person: 'ana' }
    assert.equal(isOwn(ofPerson, { kind: 'person', id: 'ana' }), true)
    assert.equal(isOwn(ofPerson, { kind: 'client', id: 'engine' }), false)
  })

  it('shows the members of its filter that have values', () => {
    assert.deepEqual(filterParts({ ...SUBSCRIPTION.filter, tag: [] }), [
      ['type', 'composition'],
      ['template_id', 'Laboratory report'],
    ])
  })
})

describe('the form of a subscription', () => {
  it('changes nothing if nothing was changed, and keeps credentials that answers do not show', () => {
    const { name, url, filter, include, batch_size } = SUBSCRIPTION
    assert.deepEqual(changeIn(formOf(SUBSCRIPTION)), { name, url, filter, q: null, include, batch_size })
  })

  it('has the query with the values of its parameters, until it is emptied', () => {
    const q = 'SELECT c FROM COMPOSITION c WHERE c/name/value = $name'
    const form = formOf({ ...SUBSCRIPTION, q, query_parameters: { name: 'Report' } })
    const change = changeIn(form)
    assert.deepEqual([change.q, change.query_parameters], [q, { name: 'Report' }])
    const without = changeIn({ ...form, q: ' ' })
    assert.deepEqual([without.q, without.query_parameters], [null, undefined])
    assert.deepEqual(parametersIn(''), {})
    for (const parameters of ['limit=6', '[6]', '6', '{']) {
      assert.equal(parametersIn(parameters), undefined)
      assert.ok(!isSendable({ ...form, parameters }))
      assert.ok(isSendable({ ...form, q: '', parameters }))
    }
    assert.ok(isSendable(form))
  })

  it('removes credentials if it says so', () => {
    const change = changeIn({ ...formOf(SUBSCRIPTION), authorization: 'none' })
    assert.equal(change.authorization, null)
  })

  it('leaves out empty members of a filter, and spaces', () => {
    const form = { ...EMPTY_FORM, name: ' A ', url: ' https://a.example ', ehr_id: [' '], tag: [' ward=4 '] }
    const { name, url, filter, signing, after } = requestIn(form)
    assert.deepEqual(
      [name, url, filter, signing, after],
      ['A', 'https://a.example', { tag: ['ward=4'] }, 'hmac', 'now'],
    )
  })
})
