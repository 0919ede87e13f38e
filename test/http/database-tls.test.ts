/** TLS to the database: `sslmode=verify-full` encrypts every session, and anything less than the right certificate is refused. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { migrate, openPool, StartError } from '../../packages/server/src/db/index.ts'
import { programServer } from '../program-server.ts'
import { noPostgres, ownFolder, text, USER } from '../transfer/own-postgres.ts'

const DATABASE = 'secure'

/** A certificate for 127.0.0.1 that is its own authority. */
function makeCertificate(
  folder: string,
  name: string,
): { readonly certificate: string; readonly key: string } {
  const [certificate, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  const made = ['-keyout', key, '-out', certificate, '-subj', `/CN=${name}`]
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', ...options, ...names, ...made], { stdio: 'ignore' })
  if (USER.uid !== undefined) chownSync(key, USER.uid, USER.gid ?? 0)
  return { certificate, key }
}

describe('a database with TLS', { skip: noPostgres }, async () => {
  if (noPostgres) return
  const own = ownFolder()
  after(() => own.remove())
  const data = join(own.folder, 'data')
  own.makeCluster(data)
  writeFileSync(
    join(data, 'pg_hba.conf'),
    [`hostnossl ${DATABASE} all all reject`, 'host all all all trust'].join('\n'),
  )
  const [right, wrong] = [makeCertificate(own.folder, 'right'), makeCertificate(own.folder, 'wrong')]
  const postgres = await own.start(data, {
    settings: { ssl: 'on', ssl_cert_file: right.certificate, ssl_key_file: right.key },
  })
  const url = await postgres.create(DATABASE)
  const verified = (authority: string) => `${url}?sslmode=verify-full&sslrootcert=${authority}`

  it('is used with every session encrypted', async () => {
    const server = await programServer({ CAIRN_DATABASE_URL: verified(right.certificate) })
    assert.equal((await server.call('POST /openehr/v1/ehr')).status, 201)
    const db = openPool(url.replace(DATABASE, 'postgres'), { max: 1, applicationName: 'cairn test' })
    const sessions = await db.query(
      text(`select s.ssl, count(*)::int as sessions from pg_stat_ssl s join pg_stat_activity a using (pid)
            where a.datname = '${DATABASE}' group by 1`),
    )
    await db.close()
    assert.deepEqual(
      sessions.map(({ ssl }) => ssl),
      [true],
    )
    server.program.child.kill('SIGTERM')
    assert.equal((await server.program.ended).code, 0)
  })

  for (const [what, address] of [
    ['by a certificate of another authority', verified(wrong.certificate)],
    ['under another name', verified(right.certificate).replace('127.0.0.1', 'localhost')],
    ['without encryption', `${url}?sslmode=disable`],
  ] as const)
    it(`is not used ${what}`, async () => {
      await assert.rejects(migrate(address), StartError)
    })
})

describe('a database without TLS', { skip: noPostgres }, () => {
  it('is not used where TLS is asked for', async () => {
    const own = ownFolder()
    after(() => own.remove())
    const data = join(own.folder, 'data')
    own.makeCluster(data)
    const postgres = await own.start(data)
    const url = `${await postgres.create(DATABASE)}?sslmode=verify-full`
    await assert.rejects(migrate(url), StartError)
  })
})
