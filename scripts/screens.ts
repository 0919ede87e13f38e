/**
 * Takes pictures of the console, the start page and the documentation for docs/screens: `npm run screens`, or `npm run screens -- datamap`
 * for some of them; `docs` are the pages of the documentation, which need nobody to sign in.
 *
 * Needs chromium, and a server with the demo hospital (for people, also with a person "bea" who has assigned EHRs and took access) whose client is in CAIRN_CLIENT_ID and CAIRN_CLIENT_SECRET (CAIRN_SERVER_URL names
 * another server than that on port 8080). `operator` is the page for operators of a server of many tenants: its admin port is in
 * CAIRN_ADMIN_URL, and a key in CAIRN_OPERATOR_KEY.
 */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createClient } from '../packages/client/src/index.ts'
import { settled, watchRequests } from '../test/console/browser.ts'

const FOLDER = fileURLToPath(new URL('../docs/screens/', import.meta.url))

const {
  CAIRN_SERVER_URL: baseUrl = 'http://localhost:8080',
  CAIRN_CLIENT_ID: clientId,
  CAIRN_CLIENT_SECRET: clientSecret,
  CAIRN_ADMIN_URL: adminUrl = 'http://localhost:9464',
  CAIRN_OPERATOR_KEY: operatorKey,
} = process.env

interface Picture {
  readonly name: string
  readonly path: string
  /** Done before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>
}

const PRESSURES = `SELECT
  c/context/start_time/value AS time,
  o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude AS systolic,
  o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude AS diastolic
FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
WHERE e/ehr_status/subject/external_ref/id/value = $patient
ORDER BY c/context/start_time/value`

/** FLAT with a weight that nobody has. */
const PASTED = JSON.stringify(
  {
    'ctx/language': 'en',
    'ctx/territory': 'GB',
    'ctx/composer_name': 'Dr Ada Ferrante',
    'vital_signs/body_weight/any_event:0/weight|magnitude': 900,
    'vital_signs/body_weight/any_event:0/weight|unit': 'kg',
  },
  null,
  2,
)

/** Of the patient with the most records; a list with several versions for the difference. */
async function pictures(): Promise<Picture[]> {
  if (clientId === undefined || clientSecret === undefined)
    throw new Error(
      'Set CAIRN_CLIENT_ID and CAIRN_CLIENT_SECRET: the pictures are of a server with the demo hospital.',
    )
  const cairn = createClient({ baseUrl, clientId, clientSecret })
  const first = async (q: string) => {
    const { rows } = await cairn.query.adhocPost({ body: { q, offset: 0, fetch: 1, query_parameters: {} } })
    return (rows[0] ?? []).map(String)
  }
  const [ehr = '', patient = ''] = await first(
    'SELECT e/ehr_id/value AS ehr, e/ehr_status/subject/external_ref/id/value AS patient, COUNT(*) AS n FROM EHR e CONTAINS COMPOSITION c ORDER BY n DESC',
  )
  const [listEhr = '', list = ''] = await first(
    "SELECT e/ehr_id/value AS ehr, v/uid/value AS uid FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.medication_list.v1] WHERE v/uid/value LIKE '*::3'",
  )
  const [report = ''] = await first(
    `SELECT c/uid/value AS uid FROM EHR e CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.report-result.v1] WHERE e/ehr_id/value = '${ehr}' ORDER BY c/context/start_time/value DESC`,
  )
  return [
    { name: 'overview', path: '/' },
    { name: 'ehrs', path: '/ehrs' },
    { name: 'ehr', path: `/ehrs/${ehr}` },
    { name: 'timeline', path: `/ehrs/${ehr}?view=records` },
    { name: 'results', path: `/ehrs/${ehr}?view=results` },
    { name: 'trends', path: `/ehrs/${ehr}?view=trends` },
    { name: 'composition', path: `/ehrs/${ehr}/compositions/${encodeURIComponent(report)}` },
    { name: 'versions', path: `/ehrs/${listEhr}/compositions/${encodeURIComponent(list)}?view=changes` },
    {
      name: 'query',
      path: `/query?${new URLSearchParams({ q: PRESSURES })}`,
      act: async page => {
        await page.getByLabel('$patient').fill(patient)
        await page.getByRole('button', { name: 'Run' }).click()
        await page.getByRole('tab', { name: 'Chart' }).click()
      },
    },
    {
      name: 'form',
      path: `/ehrs/${ehr}/new?template=Vital%20signs`,
      act: async page => {
        await page.getByRole('textbox', { name: 'Systolic', exact: true }).fill('412')
        await page.getByRole('textbox', { name: 'Diastolic', exact: true }).fill('84')
        await page.getByRole('radio', { name: 'Sitting' }).click()
        await page.getByText('Findings: 1').waitFor()
      },
    },
    {
      name: 'pasted',
      path: `/ehrs/${ehr}/new?template=Vital%20signs&as=text`,
      act: async page => {
        await page.getByRole('textbox', { name: 'Text of the record' }).click()
        await page.keyboard.insertText(PASTED)
        await page.getByText('Line 5').waitFor()
      },
    },
    {
      name: 'datamap',
      path: '/datamaps/vital_signs',
      act: page => page.getByRole('cell').first().waitFor(),
    },
    { name: 'datamap-definition', path: '/datamaps/vital_signs?view=definition' },
    { name: 'mappings', path: '/mappings?template=Laboratory%20report' },
    { name: 'people', path: '/people' },
    { name: 'person', path: '/people/bea' },
    { name: 'roles', path: '/roles' },
    {
      name: 'break-glass',
      path: '/break-glass?show=all',
      act: page => page.getByRole('button', { name: 'What was seen' }).first().click(),
    },
    {
      name: 'jobs',
      path: '/jobs',
      act: async page => {
        await page.getByRole('button', { name: 'Verify everything' }).click()
        await page.getByText(/audit events were checked/).waitFor()
      },
    },
    { name: 'api', path: '/api?operation=composition_get' },
    { name: 'system', path: '/system' },
    {
      name: 'template',
      path: '/templates/Vital%20signs',
      act: page => page.getByText('Systolic').first().click(),
    },
  ]
}

interface Form {
  readonly suffix: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

const FORMS: readonly Form[] = [
  { suffix: '', width: 1440, scheme: 'light' },
  { suffix: '-dark', width: 1440, scheme: 'dark' },
  { suffix: '-narrow', width: 360, scheme: 'dark' },
]

async function take(
  browser: Browser,
  { name, path, act }: Picture,
  { suffix, width, scheme }: Form,
): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height: 800 },
    colorScheme: scheme,
    locale: 'en-GB',
  })
  watchRequests(page)
  await page.goto(`${baseUrl}/console${path}`)
  await page.locator('input[autocomplete=username]').fill(clientId ?? '')
  await page.locator('input[autocomplete=current-password]').fill(clientSecret ?? '')
  await page.locator('button[type=submit]').click()
  await page.locator('#content').waitFor()
  await settled(page)
  await act?.(page)
  await settled(page)
  await page.waitForTimeout(SETTLE_MS)
  await page.screenshot({ path: `${FOLDER}${name}${suffix}.png` })
  await page.close()
}

/** Charts are drawn and menus have faded by then. */
const SETTLE_MS = 600

/** Pages without a session: the start page, the documentation, its search. */
const OPEN_PAGES: readonly Picture[] = [
  { name: 'start', path: '/' },
  { name: 'docs', path: '/docs/' },
  { name: 'docs-tutorial', path: '/docs/tutorials/aql.html' },
  { name: 'docs-operation', path: '/docs/reference/api/composition.html#composition_create' },
  { name: 'docs-storage', path: '/docs/explanations/storage.html' },
  { name: 'docs-conformance', path: '/docs/conformance' },
  {
    name: 'docs-search',
    path: '/docs/guides/backup.html',
    act: async page => {
      await page.getByRole('combobox').fill('erase')
      await page.getByRole('option').first().waitFor()
    },
  },
]

async function takeOpen(browser: Browser, { name, path, act }: Picture, form: Form): Promise<void> {
  const { suffix, width, scheme } = form
  const page = await browser.newPage({
    viewport: { width, height: 800 },
    colorScheme: scheme,
    locale: 'en-GB',
  })
  await page.goto(`${baseUrl}${path}`)
  await page.waitForLoadState('networkidle')
  await act?.(page)
  await page.screenshot({ path: `${FOLDER}${name}${suffix}.png` })
  await page.close()
}

async function takeOperator(browser: Browser, { suffix, width, scheme }: Form): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height: 800 },
    colorScheme: scheme,
    locale: 'en-GB',
  })
  await page.goto(`${adminUrl}/operator`)
  await page.locator('input').fill(operatorKey ?? '')
  await page.keyboard.press('Enter')
  await page.locator('#content').waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLE_MS)
  await page.screenshot({ path: `${FOLDER}operator${suffix}.png` })
  await page.close()
}

mkdirSync(FOLDER, { recursive: true })
/** `docs` names all pictures of the documentation. */
const names = process.argv.slice(2)
const isWanted = ({ name }: Picture): boolean =>
  names.length === 0 || names.some(each => name === each || name.startsWith(`${each}-`))
const open = OPEN_PAGES.filter(isWanted)
const isOperator = names.includes('operator')
const isOpenOnly = names.length > 0 && open.length > 0
const wanted = isOpenOnly || isOperator ? [] : (await pictures()).filter(isWanted)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  for (const picture of open) for (const form of FORMS) await takeOpen(browser, picture, form)
  if (isOperator) for (const form of FORMS) await takeOperator(browser, form)
  for (const picture of wanted) for (const form of FORMS) await take(browser, picture, form)
} finally {
  await browser.close()
}
