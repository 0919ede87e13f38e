/** Checks the whole site: every link leads somewhere, every page can be found, and nothing is loaded from outside. */
import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { describe, it } from 'node:test'
import { buildSite } from '../../scripts/site/build.ts'
import { pageSources } from '../../scripts/site/contents.ts'

const files = buildSite('0.0.0-test')
const pages = [...files].filter((entry): entry is [string, string] => entry[0].endsWith('.html'))

const idsOf = new Map(
  pages.map(([path, html]) => [
    path,
    new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id)),
  ]),
)

/** A fault of a link, or undefined. */
function faultOf(page: string, href: string): string | undefined {
  if (/^(https:|mailto:)/.test(href)) return undefined
  if (/^[a-z]+:|^\//.test(href)) return 'it is not relative to the site'
  const [path = '', fragment] = href.split('#')
  const target =
    path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path.replace(/\?.*/, '')))
  if (!files.has(target)) return `there is no ${target}`
  if (fragment === undefined || fragment === '' || !target.endsWith('.html')) return undefined
  return idsOf.get(target)?.has(decodeURIComponent(fragment)) ? undefined : `${target} has no #${fragment}`
}

describe('the site', () => {
  it('has no link that leads nowhere', () => {
    const faults = pages.flatMap(([page, html]) =>
      [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].flatMap(([, href = '']) => {
        const fault = faultOf(page, href.replaceAll('&amp;', '&'))
        return fault === undefined ? [] : [`${page}: ${href}: ${fault}`]
      }),
    )
    assert.deepEqual(faults, [])
  })

  it('links the words of the glossary where a lesson uses them for the first time, and once', () => {
    for (const page of ['start.html', 'tutorials/aql.html', 'openehr/ten-minutes.html']) {
      const html = String(files.get(page))
      const links = [...html.matchAll(/class="term" href="[^"]*glossary\.html#([\w-]+)"/g)].map(
        ([, id]) => id,
      )
      assert.ok(links.includes('aql') && links.length >= 1, `${page}: ${links}`)
      assert.deepEqual(links, [...new Set(links)], page)
      assert.doesNotMatch(html, /<h[1-6][^>]*>[^\n]*class="term"/, page)
    }
    assert.doesNotMatch(String(files.get('openehr/glossary.html')), /class="term"/)
  })

  it('has ids once a page', () => {
    for (const [page, html] of pages) {
      const ids = [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)
      assert.deepEqual(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        [],
        page,
      )
    }
  })

  it('has a title, a first heading and a first sentence on every page', () => {
    for (const [page, html] of pages) {
      assert.match(html, /<title>[^<]+<\/title>/, page)
      assert.equal([...html.matchAll(/<h1/g)].length, 1, page)
      assert.match(html, /<meta name="description" content="[^"]{20,}"/, page)
    }
  })

  it('has no style or script inside pages, which the policy would block', () => {
    for (const [page, html] of pages)
      assert.doesNotMatch(html, /<style|<script(?! src=)|\sstyle="|\son[a-z]+="/, page)
  })

  it('has every page in the list of its section and in the search', () => {
    const index = String(files.get('assets/search-index.js'))
    for (const { address, section } of pageSources()) {
      assert.ok(index.includes(JSON.stringify(address)), `${address} is not in the search`)
      if (section === 'Start') continue
      const list = String(files.get(`${section.toLowerCase()}.html`))
      assert.ok(list.includes(`href="${address}.html"`), `${address} is not in ${section}`)
    }
  })

  it('has a search index that is small', () => {
    assert.ok(String(files.get('assets/search-index.js')).length < 450_000)
  })
})
