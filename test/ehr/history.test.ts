/** Random histories of several clients at once, held against a model. The seed is printed. */
import { test } from 'node:test'
import { uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { history } from './history.ts'

const server = await testServer()
await uploadTemplate(server)

const SEED = Number(process.env['CAIRN_TEST_SEED'] ?? Date.now() % 1_000_000)
const CLIENTS = 4
const STEPS = 30

test(`histories of ${CLIENTS} clients at once are as the model says (seed ${SEED})`, async () => {
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => history(server, SEED + client, STEPS)))
})
