/** The list of requests of operators: how long it is kept, whatever the clocks say. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { openLog } from '../../packages/server/src/observe/log.ts'
import { readConfig } from '../../packages/server/src/settings/config.ts'
import { createOperator, openTenantServer } from '../../packages/server/src/tenants/index.ts'
import { removeRequests } from '../../packages/server/src/tenants/operator/requests.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { testRegistry } from './registry.ts'

const skip = leftOutOnCitus('a database of one server')
const { registry, env } = await testRegistry()

it('requests of operators are kept for as many whole months as the audit trail, beside the current one', {
  skip,
}, async () => {
  await createOperator(registry.db, 'nadia', 90)
  const months = `date_trunc('month', now()) - interval '2 months'`
  await registry.db.execute(
    sql({
      name: 'test.oldRequests',
      text: `insert into cairn_tenants.operator_request (at, operator_id, request_id, method, path, status, address)
        select at, 'nadia', 'r', 'GET', path, 200, '::1'
        from (values (now() - interval '9 years', '/old'), (${months} - interval '1 second', '/old'), (${months}, '/kept')) as given (at, path)`,
    }),
  )
  const requestAgo = (interval: string) =>
    registry.db.execute(
      sql({
        name: 'test.requestAgo',
        prepare: false,
        text: `insert into cairn_tenants.operator_request (at, operator_id, request_id, method, path, status, address)
          values (now() - interval '${interval}', 'nadia', 'r', 'GET', '/today', 200, '::1')`,
      }),
    )
  const pathsOf = async () =>
    (
      await registry.db.query(
        sql<{ path: string }>({
          name: 'test.keptRequests',
          text: `select path from cairn_tenants.operator_request where path in ('/kept', '/old') order by 1`,
        }),
      )
    ).map(({ path }) => path)
  const lines: string[] = []
  const log = openLog('info', { write: line => void lines.push(line) })
  const open = (more: Readonly<Record<string, string>>) =>
    openTenantServer({
      registry,
      config: readConfig({ ...env, ...more }).config,
      log,
      version: '0.0.0-test',
      now: Date.now,
    })
  await (await open({})).close()
  assert.equal((await pathsOf()).length, 3, 'without a retention, they are kept for ever')
  const yearAhead = Date.now() + 366 * 86_400_000
  await requestAgo('0')
  assert.equal(await removeRequests(registry.db, 2, yearAhead), 0, 'the clock of the server is wrong')
  await removeRequests(registry.db, 2, Date.now())
  assert.deepEqual(await pathsOf(), ['/kept', '/old'], 'no request of the day before confirms today')
  await requestAgo('25 hours')
  await requestAgo('0')
  const removing = await open({ CAIRN_AUDIT_RETENTION_MONTHS: '2' })
  await eventually('old ones are removed', async () => !(await pathsOf()).includes('/old'))
  await eventually('it is logged', () => lines.some(line => line.includes('removed old requests')))
  await removing.close()
  assert.deepEqual(await pathsOf(), ['/kept'])
})
