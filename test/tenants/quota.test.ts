/** Limits on EHRs and bytes are those of one tenant: the others go on. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { type RunningTenant, tenantServer } from './server.ts'

const skip = leftOutOnCitus('a database of one server')
const server = await tenantServer({ CAIRN_TENANT_CONNECTIONS: '64' })

const newEhr = async ({ call, token }: RunningTenant): Promise<Response> =>
  call('POST /openehr/v1/ehr', { token: await token('api.write') })

const isServed = async ({ call }: RunningTenant): Promise<boolean> =>
  (await call('GET /health/live')).status === 200

describe('a tenant with limits on its database', { skip }, () => {
  it('has no more EHRs than its own limit, beside one without a limit', async () => {
    const few = await server.add('few', { settings: { CAIRN_MAX_EHRS: '2' } })
    const other = await server.add('other')
    await eventually('both are served', async () => (await isServed(few)) && (await isServed(other)))
    for (let at = 0; at < 2; at++) assert.equal((await newEhr(few)).status, 201)
    await eventually('it is full', async () => (await newEhr(few)).status === 507)
    for (let at = 0; at < 4; at++) assert.equal((await newEhr(other)).status, 201)
  })

  it('stores nothing beyond its size, beside one without a limit', async () => {
    const small = await server.add('small', { settings: { CAIRN_MAX_DATABASE_SIZE: '1MB' } })
    await eventually('it is served', () => isServed(small))
    const refused = await newEhr(small)
    assert.equal(refused.status, 507)
    assert.match(await refused.text(), /service\.size_limit/)
  })
})
