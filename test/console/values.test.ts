/** Values that are no line of text: pictures, tables and long texts in a real browser. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  archetype,
  data,
  element,
  multiple,
  object,
  opt,
  single,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { EVENT_HEAD, text } from '../../scripts/demo/shapes.ts'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, visit } from './browser.ts'

closeBrowserAfter()

const server = await testServer()

const [WOUND, ACUITY] = ['openEHR-EHR-EVALUATION.wound.v0', 'openEHR-EHR-EVALUATION.acuity.v0']

const row = object('CLUSTER', [multiple('items', [element('at0003', text), element('at0004', text)])], {
  nodeId: 'at0002',
  occurrences: '0..*',
})

const TEMPLATE = opt({
  templateId: 'Wound',
  definition: archetype(
    'openEHR-EHR-COMPOSITION.encounter.v1',
    [
      ...EVENT_HEAD,
      multiple(
        'content',
        [
          archetype(
            WOUND,
            [
              single(
                'data',
                tree('at0001', [
                  element('at0002', object('DV_MULTIMEDIA')),
                  element('at0003', text),
                  element('at0004', object('DV_BOOLEAN')),
                ]),
              ),
            ],
            { terms: { at0000: 'Wound', at0002: 'Picture', at0003: 'Course', at0004: 'Closed' } },
          ),
          archetype(
            ACUITY,
            [single('data', object('ITEM_TABLE', [multiple('rows', row)], { nodeId: 'at0001' }))],
            { terms: { at0000: 'Visual acuity', at0001: 'Acuity', at0002: 'Eye' } },
          ),
        ],
        '1..*',
      ),
    ],
    { terms: { at0000: 'Wound' } },
  ),
})

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const SENTENCE = 'The wound was cleaned, and the dressing was changed.'

/** Of 8,000 characters, with a word that no line has room for. */
const COURSE = `${`${SENTENCE}\n`.repeat(150)}${'x'.repeat(400)}`

const named = (id: string, name: string, value: unknown) => ({
  ...data.element(id, value),
  name: data.text(name),
})

const acuity = (eye: string, value: string) =>
  data.locatable(
    'CLUSTER',
    'at0002',
    {
      items: [
        named('at0003', 'Without glasses', data.text(value)),
        named('at0004', 'With', data.text('1.0')),
      ],
    },
    eye,
  )

const RECORD = data.composition('openEHR-EHR-COMPOSITION.encounter.v1', 'Wound', {
  name: data.text('Wound'),
  context: data.eventContext(),
  content: [
    data.entry(WOUND, {
      name: data.text('Wound'),
      data: data.locatable('ITEM_TREE', 'at0001', {
        items: [
          named('at0002', 'Picture', {
            _type: 'DV_MULTIMEDIA',
            alternate_text: 'Wound of the left heel',
            media_type: data.codePhrase('IANA_media-types', 'image/png'),
            size: Buffer.from(PNG, 'base64').length,
            data: PNG,
          }),
          named('at0003', 'Course', data.text(COURSE)),
          named('at0004', 'Closed', { _type: 'DV_BOOLEAN', value: false }),
        ],
      }),
    }),
    data.entry(ACUITY, {
      name: data.text('Visual acuity'),
      data: data.locatable(
        'ITEM_TABLE',
        'at0001',
        { rows: [acuity('Right eye', '0.5'), acuity('Left eye', '0.8')] },
        'Acuity',
      ),
    }),
  ],
})

describe('a record', inBrowser, () => {
  let record: string

  before(async () => {
    const write = async (request: string, type: string, body: string) => {
      const answer = await server.call(request, {
        scopes: 'api.read api.write',
        headers: { 'Content-Type': type },
        body,
      })
      assert.equal(answer.status, 201, answer.text)
      return (answer.headers.get('ETag') ?? '').replaceAll('"', '')
    }
    await write('POST /openehr/v1/definition/template/adl1.4', 'application/xml', TEMPLATE)
    const ehrId = await newEhr(server)
    const composition = `POST /openehr/v1/ehr/${ehrId}/composition`
    const uid = await write(composition, 'application/json', JSON.stringify(RECORD))
    record = `/ehrs/${ehrId}/compositions/${encodeURIComponent(uid)}`
  })

  for (const [width, language] of [
    [1440, 'en-GB'],
    [390, 'de-DE'],
  ] as const)
    it(`shows a picture, a table and a long text whole, at ${width} pixels`, async () => {
      const { page, problems } = await visit(server, record, { width, language })
      const picture = page.getByRole('img', { name: 'Wound of the left heel' })
      await picture.waitFor()
      assert.equal(await page.evaluate("document.querySelector('#content img').naturalWidth"), 1)
      const table = page.getByRole('region', { name: 'Acuity' }).getByRole('table')
      assert.deepEqual(await table.getByRole('columnheader').allInnerTexts(), [
        'Acuity',
        'Without glasses',
        'With',
      ])
      assert.deepEqual(await table.getByRole('rowheader').allInnerTexts(), ['Right eye', 'Left eye'])
      assert.deepEqual(await table.getByRole('row').last().getByRole('cell').allInnerTexts(), ['0.8', '1.0'])
      const shown = await page.getByRole('definition').filter({ hasText: SENTENCE }).first().innerText()
      assert.equal(shown.trim(), COURSE)
      await page.getByText(language === 'de-DE' ? '✗ nein' : '✗ no').waitFor()
      assert.equal(await isTooWide(page), false)
      assert.deepEqual(await accessibilityFaults(page, 'all'), [])
      assert.deepEqual(problems, [])
      await page.context().close()
    })
})
