/** Forms of templates of the corpus, filled in by hand in a browser, every field of them, and committed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { corpusFile, corpusIndex, corpusMissing } from '../../packages/openehr/fixtures/corpus.ts'
import { webTemplate, webTemplateJson } from '../../packages/openehr/src/template/index.ts'
import { templateOf } from '../../packages/openehr/test/flat/corpus-templates.ts'
import { type FormNode, fieldsOf, filledForm } from '../../packages/openehr/test/flat/form.ts'
import { testServer } from '../server.ts'
import { closeBrowserAfter, inBrowser, type Visit, visit } from './browser.ts'

closeBrowserAfter()

const server = await testServer()

/** Files of the corpus: together they have every data type, choices, repeated nodes, and four languages. */
const FILES = [
  'Test_all_types_v2',
  'BMI',
  'patient_blood_pressure.v1',
  'IDCR - Problem List.v1',
  'Allergies',
  'my_spanish_template_v0',
  'Beatmungswerte',
  'unsupported_data_type_dv_scale',
  'Test_dv_identifier_pattern_constraint.v0',
  'Test_dv_interval_dv_quantity_lower_upper_constraint.v0',
  'Test_quantity_dv_interval_dv_date_time_open_constraint.v0',
  'Test_dv_text_pattern_constraint.v0',
  'COLNEC Health Risk Assessment',
  'COLNEC_history_of_past_illness',
  'EpisodeOfCare',
  'prescription',
  'IDCR Procedures List.v0',
  'family_history',
  'proportion',
  'obs_act',
  'choice_ehrbase.de.v0',
  '24StundenDurchschnitt',
  'GECCO_Radiologischer Befund',
  'IDCR - Relevant contacts.v0',
  'terminology_test.ehrbase.org.v1',
  'SSIAD_PRIeSM',
  'medications_statement.v0',
]

type Flat = Readonly<Record<string, unknown>>

/** A field with what is typed into its controls, by suffix of FLAT. */
interface TypedField {
  readonly node: FormNode
  readonly path: string
  readonly parts: Flat
}

function partsOf(flat: Flat, path: string): Flat {
  const own = Object.entries(flat).filter(([key]) => key === path || key.startsWith(`${path}|`))
  return Object.fromEntries(own.map(([key, value]) => [key.slice(path.length + 1), value]))
}

const withoutIndexes = (path: string): string => path.replaceAll(/:\d+/g, '')

/** Nodes that follow from the context of the record, and have no field. */
const NOT_SHOWN = /\/(language|encoding|subject|category|action_archetype_id|territory|composer)$/

function typedFields(tree: FormNode): TypedField[] {
  const flat = filledForm(tree) as Flat
  const nodes = new Map([...fieldsOf(tree)].map(([node, path]) => [withoutIndexes(path), node]))
  const paths = new Set(Object.keys(flat).map(key => key.replace(/\|.*$/, '')))
  return [...paths].flatMap(path => {
    const node = nodes.get(withoutIndexes(path))
    return node === undefined || NOT_SHOWN.test(path) ? [] : [{ node, path, parts: partsOf(flat, path) }]
  })
}

/** The id of the control of a field. */
const anchorOf = (path: string): string => `field-${path.replace(/[^\w-]+/g, '_')}`

const at = (page: Page, path: string): Locator => page.locator(`[id="${anchorOf(path)}"]`)

/** The field around a control: it has the label of that control. */
const fieldAround = (page: Page, path: string): Locator =>
  page.locator(`div:has(> div > label[for="${anchorOf(path)}"])`)

/** `2024-03-05T10:20:30` as somebody in Britain writes it. */
function british(value: string): string {
  const [, year, month, day, time] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:T(.+))?$/.exec(value) ?? []
  if (year === undefined) return value
  const date = [day, month, year].filter(part => part !== undefined).join('/')
  return time === undefined ? date : `${date} ${time}`
}

const isTime = ({ rmType }: FormNode): boolean => /^DV_(DATE|TIME|DATE_TIME)$/.test(rmType)

/** Types or chooses one value, as the control at the place asks for it. */
async function enter(page: Page, control: Locator, value: string): Promise<void> {
  const radios = control.locator('input[type=radio]')
  if ((await radios.count()) > 0) {
    await control.locator(`input[type=radio][value="${value}"]`).check()
  } else if ((await control.getAttribute('aria-haspopup')) === 'listbox') {
    await control.click()
    await page.locator(`[role=option][value="${value}"]:visible`).click()
  } else {
    await control.fill(value)
    await control.blur()
  }
}

/** Parts that follow from another one, where they have no control of their own. */
const FOLLOWING = ['unit', 'value', 'terminology', 'denominator']

/** The words that a control of several has behind the label of the field. */
const WORDS: Readonly<Record<string, string>> = {
  '': 'Value',
  unit: 'Unit',
  denominator: 'Denominator',
  code: 'Code',
  value: 'Text',
  terminology: 'Terminology',
  formalism: 'Formalism',
  id: 'Id',
  type: 'Type',
  issuer: 'Issuer',
  assigner: 'Assigner',
  mediatype: 'Media type',
  size: 'Size in bytes',
  alternatetext: 'Alternative text',
  name: 'Name',
  id_scheme: 'Scheme of the id',
  id_namespace: 'Namespace',
  year: 'Years',
  month: 'Months',
  week: 'Weeks',
  day: 'Days',
  hour: 'Hours',
  minute: 'Minutes',
  second: 'Seconds',
}

const wordOf = ({ rmType }: FormNode, suffix: string): string =>
  rmType === 'DV_PARSABLE' && suffix === 'value' ? 'Value' : (WORDS[suffix] ?? suffix)

async function fill(page: Page, { node, path, parts }: TypedField): Promise<void> {
  const field = fieldAround(page, path)
  for (const [suffix, value] of Object.entries(parts)) {
    const word = wordOf(node, suffix)
    const named = field.locator(`input[aria-label$=": ${word}"]`)
    const isNamed = (await named.count()) > 0
    if (!isNamed && FOLLOWING.includes(suffix)) continue
    const control = isNamed ? named.first() : at(page, path)
    const text = String(value)
    await enter(page, control, isTime(node) ? british(text) : text)
  }
}

/** Opens every group that is closed. */
async function openGroups(page: Page): Promise<void> {
  const closed = page.locator('fieldset legend button[aria-expanded=false]')
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Chooses the type of a value where the template offers several. */
async function reach(page: Page, path: string, choices: ReadonlySet<string>): Promise<void> {
  const above = path.slice(0, path.lastIndexOf('/'))
  if (choices.has(withoutIndexes(above)) && (await at(page, path).count()) === 0) {
    await at(page, above).click()
    await page.locator(`[role=option][value="${path.slice(above.length + 1)}"]:visible`).click()
  }
}

/** Paths of elements whose value may be of several types. */
function choicesOf(node: FormNode, path = node.id): string[] {
  const below = (node.children ?? []).flatMap(child => choicesOf(child, `${path}/${child.id}`))
  return node.rmType === 'ELEMENT' ? [path, ...below] : below
}

async function newEhr(): Promise<string> {
  const ehr = await server.call('POST /openehr/v1/ehr', {
    scopes: 'api.read api.write',
    headers: { Prefer: 'return=representation' },
  })
  return ehr.json().ehr_id.value
}

/** Of the fields that were filled in and committed. */
const filledTypes = new Set<string>()

const TYPES = [
  ...['DV_BOOLEAN', 'DV_CODED_TEXT', 'DV_COUNT', 'DV_DATE', 'DV_DATE_TIME', 'DV_DURATION', 'DV_EHR_URI'],
  ...['DV_IDENTIFIER', 'DV_MULTIMEDIA', 'DV_ORDINAL', 'DV_PARSABLE', 'DV_PROPORTION', 'DV_QUANTITY'],
  ...['DV_SCALE', 'DV_TEXT', 'DV_TIME', 'DV_URI'],
]

async function fillAndCommit({ page, go }: Visit, file: string): Promise<void> {
  const template = templateOf(file)
  assert.ok(template)
  const { tree } = JSON.parse(JSON.stringify(webTemplateJson(webTemplate(template)))) as { tree: FormNode }
  const uploaded = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: corpusFile(file).replace(/^\uFEFF/, ''),
  })
  assert.ok(uploaded.status < 300, uploaded.text)
  const ehrId = await newEhr()
  await go(`/ehrs/${ehrId}/new?template=${encodeURIComponent(template.templateId)}`)
  await page.getByRole('button', { name: 'Commit record' }).waitFor()
  await openGroups(page)
  const choices = new Set(choicesOf(tree))
  const fields = typedFields(tree)
  for (const field of fields) {
    await reach(page, field.path, choices)
    await fill(page, field)
  }
  await page
    .getByText('No findings')
    .waitFor()
    .catch(async () => assert.fail((await page.locator('#content [role=alert]').allInnerTexts()).join(' ')))
  await page.getByRole('button', { name: 'Commit record' }).click()
  await page.waitForURL(/\/compositions\/[^/]+$/)
  const uid = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  const stored = await server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${uid}`, {
    scopes: 'api.read',
    headers: { Accept: 'application/openehr.wt.flat+json' },
  })
  assert.equal(stored.status, 200, stored.text)
  assertStored(fields, stored.json())
  for (const { node } of fields) filledTypes.add(node.rmType)
}

/** Every value that was typed is in the record. */
function assertStored(fields: readonly TypedField[], stored: Flat): void {
  const lost = fields.flatMap(({ node, path, parts }) =>
    Object.entries(parts).flatMap(([suffix, value]) => {
      const key = suffix === '' ? path : `${path}|${suffix}`
      const text = String(stored[key] ?? stored[path] ?? stored[`${path}|code`])
      // `PT24H` has the 24 of `|hour`.
      const isPart = node.rmType === 'DV_DURATION' && text.includes(`${value}${suffix[0]?.toUpperCase()}`)
      const isKept = isPart || (isTime(node) ? text.startsWith(String(value)) : text === String(value))
      return isKept ? [] : [`${key}: ${value} is ${text}`]
    }),
  )
  assert.deepEqual(lost, [])
}

describe('forms of the corpus', { ...inBrowser, ...(corpusMissing ? { skip: corpusMissing } : {}) }, () => {
  let session: Visit | undefined
  const opts = corpusMissing ? [] : corpusIndex().opts
  for (const name of FILES)
    it(`can be filled in and committed: ${name}`, async () => {
      session ??= await visit(server, '/ehrs')
      const opt = opts.find(({ file }) => file.endsWith(`/${name}.opt`))
      assert.ok(opt, `the corpus has no ${name}`)
      await fillAndCommit(session, opt.file)
    })

  it('have every type of value', () => {
    assert.deepEqual(
      TYPES.filter(type => !filledTypes.has(type)),
      [],
    )
  })
})
