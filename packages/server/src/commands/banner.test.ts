import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../settings/index.ts'
import { banner } from './banner.ts'

const first = { clientId: 'app-1', secret: 's3cret' }
type First = Parameters<typeof banner>[1]
const shown = (env: Readonly<Record<string, string>>, client: First) => banner(readConfig(env).config, client)

test('the first start offers the demo, ready to paste', () => {
  assert.ok(
    shown({}, first).includes(
      "  export CAIRN_CLIENT_ID='app-1' CAIRN_CLIENT_SECRET='s3cret' CAIRN_SERVER_URL=http://localhost:8080\n  npx cairn demo\n",
    ),
  )
})

test('where the server has another address, the line says so', () => {
  assert.match(
    shown({ CAIRN_PORT: '9000' }, first),
    /'s3cret' CAIRN_SERVER_URL=http:\/\/localhost:9000\n {2}npx cairn demo\n/,
  )
})

test('a secret that nobody may see again is not shown', () => {
  assert.doesNotMatch(shown({}, undefined), /cairn demo/)
  assert.doesNotMatch(shown({}, { clientId: 'app-1', secret: undefined }), /CLIENT_SECRET/)
})
