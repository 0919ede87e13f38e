/** Faults of a definition: all are told, by the path in it, and a wrong path with the nearest right one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problem } from '@cairn-ehr/openehr'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import { compileDatamap, EVALUATION, faults, TREE } from '../../../../../test/datamap/made-template.ts'
import { archetype, opt } from '../../../../openehr/fixtures/opt-builder/index.ts'

describe('a path that the template does not have comes with the nearest one', () => {
  const expected = (path: string): string | undefined =>
    /Did you mean (\S.*)\?$/.exec(faults(['x', path])[0] ?? '')?.[1]

  it('where a step is misspelt', () => {
    const right = `${TREE}/items[at0005]/value`
    assert.equal(expected(right.replace('made.v1', 'made.v2')), right)
    assert.equal(expected(right.replace('at0001', 'at0002')), right)
    assert.equal(expected(right.replace('/items', '/item')), right)
    assert.equal(expected('/composer/nam'), '/composer/name')
  })

  it('where levels are left out', () => {
    assert.equal(expected(`/content[${EVALUATION}]/items[at0005]/value`), `${TREE}/items[at0005]/value`)
    assert.equal(expected('/items[at0010]'), `${TREE}/items[at0009]/items[at0010]/value`)
  })
})

describe('faults', () => {
  it('of a definition are all told, in its order', () => {
    const told = faults(
      ['a', '/content['],
      ['b', `/content[${EVALUATION}]`],
      ['b', '/composer/name'],
      ['', '/composer/name'],
      ['uid', '/uid/value'],
      ['c', '/content[at0001]/nothing'],
    )
    assert.deepEqual(
      told.map(line => line.split(':')[0]),
      ['/paths/0/path', '/paths/1/path', '/paths/2/add', '/paths/3/add', '/paths/4/add', '/paths/5/path'],
    )
    assert.match(
      told[1] ?? '',
      /ends at a EVALUATION, which is not a value; label it "b\._root".*Values below it: \/content/,
    )
  })

  const LABELS: Readonly<Record<string, RegExp>> = {
    ' ': /is empty/,
    'a,b': /comma or a bracket/,
    'a[0]': /comma or a bracket/,
    '.a': /a dot with nothing/,
    'a.': /a dot with nothing/,
    'a..b': /a dot with nothing/,
    '-a': /descending order/,
    'a desc': /stands for an order/,
    ' a': /begins or ends with a blank/,
    'a\u0007': /control character/,
    'a._root.b': /elsewhere than at its end/,
    _root: /is empty|elsewhere/,
    __proto__: /stumble over/,
    artefact_id: /every record has/,
    ['x'.repeat(101)]: /longer than 100/,
  }
  for (const [label, message] of Object.entries(LABELS))
    it(`of the label ${JSON.stringify(label).slice(0, 20)} are told`, () => {
      const told = faults([label, '/composer/name'])
      assert.equal(told.length, 1)
      assert.match(told[0] ?? '', message)
    })

  it('are none of labels with blanks, dots and letters of any script, of up to 100 characters', () => {
    const labels = ['Datum en Tijd', 'Größe', '体温', 'a.b', 'x'.repeat(100), 'ascending']
    assert.deepEqual(faults(...labels.map(label => [label, '/composer/name'] as const)), [])
  })

  it('are too many paths, or none', () => {
    const many = Array.from({ length: 1001 }, (_, at) => [`x${at}`, '/composer/name'] as const)
    assert.match(faults(...many)[0] ?? '', /at most 1000 paths; this one has 1001/)
    assert.deepEqual(faults(...many.slice(1)), [])
    assert.match(faults()[0] ?? '', /at least one path/)
  })

  it('is a template that is of no composition', () => {
    const status = compileTemplate(
      opt({ templateId: 'Status', definition: archetype('openEHR-EHR-EHR_STATUS.made.v1', []) }),
    )
    assert.throws(
      () => compileDatamap({ template: 'Status', paths: [{ add: 'x', path: '/subject' }] }, status),
      (problem: unknown) => problem instanceof Problem && problem.findings[0]?.path === '/template',
    )
  })
})

it('of a thousand wrong paths all are told, and the first hundred compared with every path of the template', () => {
  const wrong = Array.from({ length: 1000 }, (_, at) => [`x${at}`, '/items[at0010]'] as const)
  const told = faults(...wrong)
  assert.equal(told.length, 1000)
  assert.equal(told.filter(line => line.includes('Did you mean')).length, 100)
})
