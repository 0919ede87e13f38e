import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAql } from '@cairn-ehr/openehr/aql'
import { isDocumentwise } from './row-order.ts'

const CASES: readonly (readonly [from: string, documentwise: boolean])[] = [
  ['COMPOSITION c', true],
  ['EHR e CONTAINS COMPOSITION c', true],
  ['EHR e CONTAINS COMPOSITION c CONTAINS (OBSERVATION o OR EVALUATION v)', true],
  ['EHR e CONTAINS VERSION v CONTAINS COMPOSITION c', true],
  ['VERSION v[ALL_VERSIONS]', true],
  ['COMPOSITION c NOT CONTAINS EVALUATION', true],
  ['FOLDER f', true],
  ['EHR e', false],
  ['EHR e NOT CONTAINS COMPOSITION', false],
  ['EHR e CONTAINS (COMPOSITION a AND COMPOSITION b)', false],
  ['COMPOSITION a AND COMPOSITION b', false],
  ['FOLDER f CONTAINS COMPOSITION c', false],
  ['EHR e CONTAINS FOLDER f CONTAINS FOLDER g', false],
  ['LOCATABLE l CONTAINS OBSERVATION o', false],
]

for (const [from, documentwise] of CASES)
  test(`${from}: ${documentwise ? 'document by document' : 'EHR by EHR'}`, () => {
    const variable = /\b([a-z])\b/.exec(from)?.[1] ?? 'c'
    assert.equal(isDocumentwise(parseAql(`SELECT ${variable} FROM ${from}`).from), documentwise)
  })
