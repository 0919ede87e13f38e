import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectedResources, linesIn } from './connections.ts'
import { pathOfFhir, printJson } from './printed-json.ts'

const RESOURCE = {
  resourceType: 'Observation',
  status: 'final',
  component: [{ valueQuantity: { value: 120 } }, { valueQuantity: { value: 80 } }],
}

describe('printed JSON', () => {
  it('is JSON, with the lines of each value', () => {
    const { lines, ranges, objects } = printJson(RESOURCE)
    assert.deepEqual(JSON.parse(lines.join('\n')), RESOURCE)
    assert.equal(lines.join('\n'), JSON.stringify(RESOURCE, null, 2))
    assert.equal(lines[ranges.get('status')?.from ?? -1], '  "status": "final",')
    const range = ranges.get('component/1/valueQuantity')
    assert.deepEqual(
      lines.slice(range?.from, (range?.to ?? 0) + 1).map(line => line.trim()),
      ['"valueQuantity": {', '"value": 80', '}'],
    )
    assert.deepEqual(objects.get(RESOURCE.component[1]?.valueQuantity), range)
    assert.deepEqual(ranges.get(''), { from: 0, to: lines.length - 1 })
  })

  it('finds the element of a mapping, whose choice has its type in its name', () => {
    assert.equal(pathOfFhir(RESOURCE, 'Observation.component[0].value'), 'component/0/valueQuantity')
    assert.equal(pathOfFhir(RESOURCE, 'Observation.status'), 'status')
    assert.equal(pathOfFhir(RESOURCE, 'Observation.code.coding[0]'), undefined)
    assert.equal(pathOfFhir(RESOURCE, 'Observation.component[2].value'), undefined)
  })
})

describe('connections', () => {
  const element = (id: string, magnitude: number) => ({
    _type: 'ELEMENT',
    archetype_node_id: id,
    value: { _type: 'DV_QUANTITY', magnitude },
  })
  const example = {
    _type: 'CLUSTER',
    archetype_node_id: 'at0000',
    items: [element('at1', 120), element('at2', 80)],
  }

  it('are the lines of both sides, resource by resource', () => {
    const printed = printJson(example)
    const trace = [
      {
        mapping: 'systolic',
        file: 'a.yml',
        line: 3,
        openehr: '/items[at1]',
        fhir: 'Observation.component[0].value',
        resource: 0,
      },
      {
        mapping: 'other',
        file: 'a.yml',
        line: 9,
        openehr: '/items[at2]',
        fhir: 'Observation.status',
        resource: 1,
      },
      { mapping: 'inner', file: 'a.yml', line: 12, openehr: '/items[at2]', fhir: 'Patient.active' },
    ]
    const found = connectedResources(example, printed, {
      context: 'x',
      resources: [RESOURCE, RESOURCE],
      trace,
    })
    assert.deepEqual(
      found.map(({ connections }) => connections.map(({ mapping }) => mapping)),
      [['systolic'], ['other']],
    )
    const [first] = found[0]?.connections ?? []
    const shown = [...linesIn(first?.openehrLines ?? [])].map(line => printed.lines[line]?.trim())
    assert.ok(shown.includes('"magnitude": 120'))
    assert.ok(!shown.includes('"magnitude": 80'))
    assert.equal(first?.fhirLines.length, 1)
  })
})
