/** deploy/nginx/cairn.conf with a real nginx: TLS ends there, links and the audit trail name who called, limits are those of Cairn. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { becomes } from '../eventually.ts'
import { bloodPressure, uploadTemplate } from '../records.ts'
import { freePort, testServer } from '../server.ts'
import { ROOT } from './published.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0
const skip = hasNginx ? false : 'nginx is not installed'

const folder = mkdtempSync(join(tmpdir(), 'cairn-nginx-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const [plain, tls, api] = [await freePort(), await freePort(), await freePort()]

const isOpen = (port: number): Promise<boolean> =>
  new Promise(done => {
    const socket = connect(port, '127.0.0.1', () => done(socket.end() !== undefined))
    socket.on('error', () => done(false))
  })

/** The example as it stands, but for its ports and the folder of the certificate. */
function startNginx(): void {
  mkdirSync(join(folder, 'tls'))
  const pair = ['-keyout', join(folder, 'tls/cairn.key'), '-out', join(folder, 'tls/cairn.pem')]
  const subject = ['-subj', '/CN=cairn.example.org', '-addext', 'subjectAltName=DNS:cairn.example.org']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...pair],
    {
      stdio: 'ignore',
    },
  )
  const example = readFileSync(join(ROOT, 'deploy/nginx/cairn.conf'), 'utf8')
    .replace('127.0.0.1:8080', `127.0.0.1:${api}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${tls} ssl;`)
    .replaceAll('/etc/nginx/tls', join(folder, 'tls'))
  writeFileSync(join(folder, 'cairn.conf'), example)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 256; }
     http { access_log off; ${temporary} include ${folder}/cairn.conf; }`,
  )
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  after(() => nginx.kill('SIGTERM'))
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** As a client sees it: the name of the certificate, checked by it. */
function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body: string | Buffer = '',
): Promise<Answered> {
  const options = {
    host: '127.0.0.1',
    port: tls,
    servername: 'cairn.example.org',
    ca: readFileSync(join(folder, 'tls/cairn.pem')),
    method,
    path,
    headers: { Host: 'cairn.example.org', 'Content-Length': Buffer.byteLength(body), ...headers },
  }
  return new Promise((done, failed) => {
    const sent = request(options, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', data => {
        text += data
      })
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.on('error', failed)
    sent.end(body)
  })
}

const server = await testServer({
  env: {
    CAIRN_PORT: String(api),
    CAIRN_TRUSTED_PROXIES: 'loopback',
    CAIRN_BASE_URL: 'https://cairn.example.org',
    CAIRN_AUTH_URL: `http://127.0.0.1:${api}`,
  },
})
await uploadTemplate(server)
if (hasNginx) startNginx()

const authorization = async () => ({
  Authorization: `Bearer ${await server.token('api.read api.write api.admin')}`,
})

describe('deploy/nginx/cairn.conf', { skip }, () => {
  it('starts, and sends plain HTTP to HTTPS', async () => {
    assert.ok(await becomes(() => isOpen(tls)), 'nginx never listened')
    const redirect = await fetch(`http://127.0.0.1:${plain}/openehr/v1/ehr?x=1`, {
      redirect: 'manual',
      headers: { Host: 'cairn.example.org' },
    })
    assert.equal(redirect.status, 308)
    assert.match(redirect.headers.get('location') ?? '', /^https:\/\/[^/]+\/openehr\/v1\/ehr\?x=1$/)
  })

  it('has links that begin with the address of the proxy, and a token endpoint', async () => {
    const made = await ask('POST', '/openehr/v1/ehr', await authorization())
    assert.equal(made.status, 201, made.text)
    assert.match(String(made.headers['location']), /^https:\/\/cairn\.example\.org\/openehr\/v1\/ehr\//)
    const basic = `Basic ${btoa(`${server.client.id}:${server.client.secret}`)}`
    const form = 'grant_type=client_credentials&audience=https://cairn.example.org/openehr/v1'
    const type = 'application/x-www-form-urlencoded'
    const token = await ask('POST', '/oauth/token', { Authorization: basic, 'Content-Type': type }, form)
    assert.equal(token.status, 200, token.text)
  })

  it('does not believe a client that names another address', async () => {
    const forged = {
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Prefix': '/evil',
    }
    const made = await ask('POST', '/openehr/v1/ehr', { ...(await authorization()), ...forged })
    assert.match(String(made.headers['location']), /^https:\/\/cairn\.example\.org\/openehr\/v1\/ehr\//)
    const id = String(made.headers['etag']).replaceAll('"', '')
    const trail = await ask('GET', `/admin/v1/audit?ehr_id=${id}`, await authorization())
    assert.equal(trail.status, 200, trail.text)
    assert.match(trail.text, /127\.0\.0\.1/)
    assert.doesNotMatch(trail.text, /203\.0\.113\.9/)
  })

  it('leaves it to Cairn to refuse what is too large', async () => {
    const headers = { ...(await authorization()), 'Content-Type': 'application/json' }
    const made = await ask('POST', '/openehr/v1/ehr', await authorization())
    const path = `/openehr/v1/ehr/${String(made.headers['etag']).replaceAll('"', '')}/composition`
    const small = await ask('POST', path, headers, JSON.stringify(bloodPressure()))
    assert.equal(small.status, 201, small.text)
    const large = await ask('POST', path, headers, Buffer.alloc(19 * 1024 * 1024, ' '))
    assert.equal(large.status, 400, large.text.slice(0, 200))
    const long = await ask('GET', `/openehr/v1/ehr?subject_id=${'x'.repeat(20_000)}`, headers)
    assert.deepEqual([long.status, JSON.parse(long.text).code], [414, 'request.uri_too_long'])
  })
})
