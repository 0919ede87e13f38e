/** The alarm of the demo: a subscription with a query, for the receiver that `cairn webhook listen` is. */
import { type CairnClient, CairnError } from '@cairn-ehr/client'

const NAME = 'Demo: potassium above 6'
const ADDRESS = 'http://127.0.0.1:8089'

const ANALYTE = 'openEHR-EHR-CLUSTER.laboratory_test_analyte.v1'

const HIGH_POTASSIUM = `SELECT
  e/ehr_id/value AS ehr,
  c/context/start_time/value AS time,
  a/items[at0001]/value/magnitude AS potassium
FROM EHR e
  CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.report-result.v1]
  CONTAINS CLUSTER a[${ANALYTE}]
WHERE a/items[at0024]/value/defining_code/code_string = 'at0104'
  AND a/items[at0001]/value/magnitude > $limit`

/** Sentences for the end of the demo. An alarm that exists stays as it is; one that is new is paused until somebody listens. */
export async function addAlarm({ subscriptions }: CairnClient): Promise<string> {
  if ((await subscriptions.list()).some(({ name }) => name === NAME)) return ''
  try {
    const { id, secret } = await subscriptions.create({
      body: { name: NAME, url: ADDRESS, q: HIGH_POTASSIUM, query_parameters: { limit: 6 }, active: false },
    })
    return `\nAn alarm for potassium above 6 is paused. Listen in one window, and resume it in another:
  npx cairn webhook listen --secret ${secret}
  npx cairn webhook resume ${id}`
  } catch (error) {
    // The server may call no address of this machine.
    if (!(error instanceof CairnError && error.code === 'request.malformed')) throw error
    return `\nFor the alarm of the demo, start the server with CAIRN_PRIVATE_ADDRESSES=127.0.0.1 and run it again.`
  }
}
