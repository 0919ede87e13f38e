import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import { suggestionFaults } from '../../../../../test/datamap/suggestions.ts'
import { bloodPressureOpt } from '../../../../../test/records.ts'
import { corpusMissing } from '../../../../openehr/fixtures/corpus.ts'
import { labelFrom, openScope } from './label-scope.ts'
import { suggestDefinition } from './suggest.ts'

describe('a suggestion', () => {
  it('has what every composition has, and repeating nodes as groups with readable labels', () => {
    const { template, paths } = suggestDefinition(compileTemplate(bloodPressureOpt()))
    assert.equal(template, 'Blood pressure.v1')
    assert.deepEqual(
      paths.map(({ add, path, comment }) => `${add} ${path} ${comment}`),
      [
        'start_time /context/start_time DV_DATE_TIME',
        'composer /composer/name String',
        'blood_pressure._root /content[openEHR-EHR-OBSERVATION.blood_pressure.v2] OBSERVATION',
        'blood_pressure.any_event._root /data[at0001]/events[at0006] EVENT',
        'blood_pressure.any_event.time /time DV_DATE_TIME',
        'blood_pressure.any_event.systolic /data[at0003]/items[at0004]/value DV_QUANTITY',
        'blood_pressure.any_event.diastolic /data[at0003]/items[at0005]/value DV_QUANTITY',
      ],
    )
  })

  it('labels by names: lower case, words joined, each once', () => {
    assert.equal(labelFrom('Systolic (mean), %'), 'systolic_mean')
    assert.equal(labelFrom('Körpergröße'), 'körpergröße')
    assert.equal(labelFrom('__proto__'), 'proto')
    assert.equal(labelFrom('x'.repeat(200)).length, 60)
    const scope = openScope(['uid'])
    assert.deepEqual(
      [scope.take('Comment', 'Pulse'), scope.take('Comment', 'Pulse'), scope.take('Comment', 'Pulse')],
      ['comment', 'pulse_comment', 'pulse_comment_2'],
    )
    assert.equal(scope.take('UID', 'Device'), 'device_uid')
    assert.equal(scope.take('%', ''), 'value')
  })
})

/** Bytes: some 60 templates of the 260; the long test takes all. */
const SMALL = 60_000

describe('templates of the corpus', { skip: corpusMissing }, () => {
  it('have suggestions without faults, whose records follow their schema', () => {
    assert.deepEqual(suggestionFaults(SMALL, 2), [])
  })
})
