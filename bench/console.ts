/** First paint of the console, sizes of its files, and a list of a million EHRs that is scrolled. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { type Database, openPool, sql } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { CLIENT_ID, CLIENT_SECRET, median, startServer } from './server-process.ts'

const CHROMIUM = '/usr/bin/chromium'
const DIST = fileURLToPath(new URL('../packages/console/dist/', import.meta.url))
const ROUNDS = 7

/** EHRs with their subjects alone: what a list asks for. */
const ehrs = sql<never, [count: number]>({
  name: 'bench.ehrs',
  prepare: false,
  text: `with made as (
    insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, is_modifiable, is_queryable, default_episode_id)
    select gen_random_uuid(), 'bench', now() - number * interval '1 second', gen_random_uuid(), gen_random_uuid(), true, true, gen_random_uuid()
      from generate_series(1, $1::int) number
    returning ehr_id)
  insert into cairn.ehr_subject (namespace, subject_id, ehr_id)
  select 'bench', 'S' || row_number() over (), ehr_id from made`,
})

const analyze = sql({ name: 'bench.analyze', prepare: false, text: 'analyze cairn.ehr, cairn.ehr_subject' })

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`

/** Prints the files that the page loads before anybody has signed in, as gzip sends them; then the largest others. */
function printSizes(): void {
  const page = readFileSync(`${DIST}index.html`, 'utf8')
  const first = [...page.matchAll(/"\.\/(assets\/[^"]+)"/g)].map(([, name = '']) => name)
  const sizeOf = (name: string) => {
    const path = `${DIST}${name}`
    return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size
  }
  const sum = first.reduce((all, name) => all + sizeOf(name), 0)
  console.log(`first page: ${kilobytes(sum)} in ${first.length} files`)
  const others = readdirSync(`${DIST}assets`)
    .filter(name => /\.(js|css)$/.test(name) && !first.includes(`assets/${name}`))
    .map(name => [name, sizeOf(`assets/${name}`)] as const)
    .sort(([, a], [, b]) => b - a)
  for (const [name, bytes] of others.slice(0, 8)) console.log(`  ${kilobytes(bytes).padStart(7)} ${name}`)
}

/** Milliseconds from the request of the page to its first content. */
async function firstPaint(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/console/ehrs`)
  await page.locator('button[type=submit]').waitFor()
  return page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN`,
  )
}

async function signIn(page: Page): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(CLIENT_ID)
  await page.locator('input[autocomplete=current-password]').fill(CLIENT_SECRET)
  await page.locator('button[type=submit]').click()
}

const LIST = `document.querySelector('section[aria-label$="EHRs"]')`

/** The text of the rows in view; empty while some of them are still asked for. */
const ROWS = `${LIST}.querySelector('[class*=Skeleton]') === null ? ${LIST}.textContent : ''`

/** Milliseconds until the rows at a share of the way are there. */
async function jump(page: Page, share: number): Promise<number> {
  const before = await page.evaluate<string>(ROWS)
  const began = performance.now()
  await page.evaluate(`(list => { list.scrollTop = list.scrollHeight * ${share} })(${LIST})`)
  // A text that the page would have to evaluate is against its policy; the browser's own door is not.
  for (;;) {
    const now = await page.evaluate<string>(ROWS)
    if (now !== '' && now !== before) return performance.now() - began
    await page.waitForTimeout(5)
  }
}

async function scrolled(page: Page, url: string, count: number): Promise<void> {
  await page.goto(`${url}/console/ehrs`)
  await page.locator('button[type=submit]').waitFor()
  const began = performance.now()
  await signIn(page)
  await page
    .getByText(`${count.toLocaleString('en-GB')} EHRs`)
    .first()
    .waitFor()
  console.log(`list of ${count} EHRs: there ${Math.round(performance.now() - began)} ms after signing in`)
  for (const share of [0.1, 0.25, 0.5, 0.75, 0.999]) {
    const took = await jump(page, share)
    console.log(`  at ${share * 100} %: ${Math.round(took)} ms`)
  }
}

async function load(db: Database, count: number): Promise<void> {
  const step = 100_000
  for (let loaded = 0; loaded < count; loaded += step)
    await db.query(sql<never, [number]>({ ...ehrs, text: ehrs.text.replace("'S' ||", `'S${loaded}.' ||`) }), [
      Math.min(step, count - loaded),
    ])
  await db.query(analyze)
}

export async function run([given = '1000000']: readonly string[]): Promise<void> {
  const count = Number(given)
  printSizes()
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 1, applicationName: 'bench' })
  const server = await startServer(database.templateUrl)
  const url = server.url.replace('127.0.0.1', 'localhost')
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    await load(db, count)
    const paints: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // A new context has nothing in its cache.
      const context = await browser.newContext()
      paints.push(await firstPaint(await context.newPage(), url))
      await context.close()
    }
    console.log(`first contentful paint, cold cache: ${Math.round(median(paints))} ms (median of ${ROUNDS})`)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    page.setDefaultTimeout(120_000)
    await scrolled(page, url, count)
  } finally {
    await browser.close()
    await server.stop()
    await db.close()
    await database.stop()
  }
}
