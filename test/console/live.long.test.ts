/** The console follows what others commit: the rows of a query, and the record of a patient. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from '../query/queries.ts'
import { closeBrowserAfter, inBrowser, visit } from './browser.ts'

closeBrowserAfter()

const asked = await asking()
const { server } = asked

describe('the console', inBrowser, () => {
  let ehrId: string

  before(async () => {
    ehrId = await newEhr(server)
    await record(asked, ehrId, [{ systolic: 121 }])
  })

  it('shows rows of a live query as they are committed', async () => {
    const q = `SELECT ${SYSTOLIC} AS systolic FROM EHR e CONTAINS ${OBSERVATIONS} WHERE ${SYSTOLIC} > 120`
    const { page, problems } = await visit(server, `/query?${new URLSearchParams({ q })}`)
    await page.getByRole('switch', { name: 'Live' }).check({ force: true })
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('1 row').waitFor()
    await record(asked, ehrId, [{ systolic: 177 }])
    await page.getByText('2 rows').waitFor()
    await page.getByText('177').waitFor()
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('shows a new record by itself, and asks first while somebody types', async () => {
    const { page, problems } = await visit(server, `/ehrs/${ehrId}?view=records`)
    const records = page.locator('#content').getByRole('listitem').getByRole('link')
    const count = await records.count()
    await record(asked, ehrId, [{ systolic: 131 }])
    await records.nth(count).waitFor()
    await page.evaluate(
      `document.body.append(document.createElement('input')), document.querySelector('body > input').focus()`,
    )
    await record(asked, ehrId, [{ systolic: 132 }])
    await page.getByText('Somebody has added to this record.').waitFor()
    assert.equal(await records.count(), count + 1)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await records.nth(count + 1).waitFor()
    assert.deepEqual(problems, [])
    await page.context().close()
  })
})
