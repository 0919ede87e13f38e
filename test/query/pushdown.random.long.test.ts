import { test } from 'node:test'
import { agree } from './pushdown-agreement.ts'

test('SQL answers thousands of random queries as the evaluator does, or leaves them to it', () => agree(1000))
