import { test } from 'node:test'
import { agreeUnderRights } from './random-rights.ts'

test('queries under many random rights see the records in reach and no others', () => agreeUnderRights(400))
