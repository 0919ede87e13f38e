/** The documentation as the server sends it: pages, files of them, and the small files that programs look for. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { testServer } from '../server.ts'

const server = await testServer({ env: { CAIRN_SECURITY_CONTACT: 'mailto:security@example.org' } })
const get = (path: string) => server.call(`GET ${path}`)

describe('the documentation at /docs', () => {
  it('loads nothing from outside: scripts, styles and pictures come from this server, by its policy too', async () => {
    for (const path of ['/docs', '/docs/', '/docs/guides/backup.html', '/docs/conformance']) {
      const { status, headers, text } = await get(path)
      assert.equal(status, 200, path)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'/)
      assert.doesNotMatch(policy, /unsafe|https?:|\*/)
      for (const [, source = ''] of text.matchAll(/\b(?:src|srcset)="([^"]+)"/g))
        assert.doesNotMatch(source, /^(https?:|\/\/|data:)/)
      for (const [, href = ''] of text.matchAll(/<link [^>]*href="([^"]+)"/g))
        assert.doesNotMatch(href, /^(https?:|\/\/|data:)/)
      assert.doesNotMatch(
        text,
        /<style|<script>|\son\w+="|\sstyle="|<iframe|<object|<embed|http-equiv/i,
        path,
      )
    }
  })

  it('has the same links with and without a slash at the end', async () => {
    for (const path of ['/docs', '/docs/']) {
      const { text } = await get(path)
      const hrefs = [...text.matchAll(/(?:href|src)="([^"#]+)(?:#[^"]*)?"/g)].map(([, href = '']) => href)
      assert.ok(hrefs.length > 20)
      for (const href of new Set(hrefs)) {
        const { pathname } = new URL(href, `${server.url}${path}`)
        assert.equal((await get(pathname)).status, 200, `${path} has ${href}`)
      }
    }
  })

  it('keeps the addresses of operations that were on its first page', async () => {
    const { text } = await get('/docs')
    const { paths } = (await get('/openapi.json')).json() as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    for (const methods of Object.values(paths))
      for (const { operationId } of Object.values(methods))
        assert.match(
          text,
          new RegExp(`id="${operationId}">.*<a href="docs/reference/api/[^"]+#${operationId}"`),
        )
  })

  it('serves pages without their ending, and as Markdown', async () => {
    assert.equal((await get('/docs/guides/backup')).headers.get('content-type'), 'text/html; charset=utf-8')
    const markdown = await get('/docs/guides/backup.md')
    assert.match(markdown.headers.get('content-type') ?? '', /^text\/plain/)
    assert.match(markdown.text, /^# Backup/)
  })

  it('offers the files for an installation that its guides link to', async () => {
    const { text } = await get('/docs/guides/install')
    const links = [...text.matchAll(/href="\.\.\/(files\/deploy\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(links.includes('files/deploy/systemd/cairn.service') && links.length >= 4, `${links}`)
    for (const path of links) {
      const { status, headers, text: body } = await get(`/docs/${path}`)
      assert.equal(status, 200, path)
      assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
      assert.equal(
        body,
        readFileSync(new URL(`../../${path.slice('files/'.length)}`, import.meta.url), 'utf8'),
      )
    }
  })

  it('keeps styles and scripts for long, and pages for short', async () => {
    const { text } = await get('/docs/')
    const style = /href="(assets\/docs\.css\?v=[^"]+)"/.exec(text)?.[1]
    assert.match((await get(`/docs/${style}`)).headers.get('cache-control') ?? '', /immutable/)
    assert.match((await get('/docs/')).headers.get('cache-control') ?? '', /max-age=3600/)
  })

  it('says that a page is not there', async () => {
    for (const path of ['/docs/nothing', '/docs/../package.json', '/docs/%2e%2e/main.js'])
      assert.equal((await get(path)).status, 404, path)
    assert.equal((await get('/docs/nothing')).json().code, 'resource.not_found')
  })

  it('has the conformance statement as JSON', async () => {
    const { parts } = (await get('/docs/conformance.json')).json()
    assert.ok(Array.isArray(parts))
  })
})

describe('small files', () => {
  it('llms.txt lists the pages, and its links are there', async () => {
    const { text } = await get('/llms.txt')
    assert.match(text, /^# Cairn\n\n> /)
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    assert.ok(links.length > 30)
    for (const link of links) assert.equal((await get(`/${link}`)).status, 200, link)
  })

  it('security.txt names the contact, and ends within a year (RFC 9116)', async () => {
    const { text, headers } = await get('/.well-known/security.txt')
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(text, /^Contact: mailto:security@example\.org$/m)
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
    const days = (expires - Date.now()) / 86_400_000
    assert.ok(days > 30 && days < 366, `${days} days`)
    assert.match(text, /^Canonical: http.*\/\.well-known\/security\.txt$/m)
  })

  it('there is a picture for the tab of a browser', async () => {
    const answer = await get('/favicon.ico')
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/svg+xml'])
  })
})
