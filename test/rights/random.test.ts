import { test } from 'node:test'
import { agreeUnderRights } from './random-rights.ts'

test('queries under random rights see the records in reach and no others', () => agreeUnderRights(10))
