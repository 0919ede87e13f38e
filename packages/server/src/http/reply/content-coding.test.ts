import assert from 'node:assert/strict'
import test from 'node:test'
import { type Coding, codingFor } from './content-coding.ts'

const CHOICES: [header: string | undefined, coding: Coding | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['deflate', undefined],
  ['gzip;q=2', undefined],
  [';;;,=,gzip', 'gzip'],
  ['zstd', undefined],
]
for (const [header, coding] of CHOICES)
  test(`Accept-Encoding: ${header} chooses ${coding ?? 'no coding'}`, () =>
    assert.equal(codingFor(header), coding))
