/** A browser for the tests of the console: Debian's chromium, one for a file, and the problems that its pages report. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import axeCore from 'axe-core'
import { type Browser, chromium, type Page, type Request } from 'playwright-core'
import { becomes } from '../eventually.ts'
import type { RunningServer } from '../server.ts'

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const program = PROGRAMS.find(path => existsSync(path))

/** Options of a test that needs a browser. */
export const inBrowser = program === undefined ? { skip: 'needs chromium (apt-get install chromium)' } : {}

let browser: Promise<Browser> | undefined

function launched(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: program ?? '', args: ['--no-sandbox'] })
  return browser
}

/** Call it once at the top of a test file, which closes the browser at its end. */
export function closeBrowserAfter(): void {
  after(async () => {
    await (await browser)?.close()
    browser = undefined
  })
}

/** A page that does not get there in this time never will. */
export const STUCK_MS = 15_000

/** The address that tokens are asked for under, which the policy of the page allows. */
export const consoleUrl = ({ url }: RunningServer): string =>
  `${url.replace('127.0.0.1', 'localhost')}/console`

export interface Visit {
  readonly page: Page
  /** Errors on the console, exceptions, violations of the policy: none are expected. */
  readonly problems: string[]
  /** Goes to an address of the console without leaving the page, which would end the session. */
  go(path: string): Promise<void>
}

export interface VisitOptions {
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
  readonly language?: string
}

export async function openPage({
  width = 1440,
  scheme = 'light',
  language = 'en-GB',
}: VisitOptions = {}): Promise<{ page: Page; problems: string[] }> {
  const context = await (await launched()).newContext({
    viewport: { width, height: width < 500 ? 800 : 900 },
    colorScheme: scheme,
    locale: language,
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  page.setDefaultTimeout(STUCK_MS)
  watchRequests(page)
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(`exception: ${error.message}`))
  page.on('dialog', dialog => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { page, problems }
}

/** Signs in by the form, and waits for the frame. */
export async function signInTo(page: Page, server: RunningServer, path = '/ehrs'): Promise<void> {
  const { client } = server
  await page.goto(`${consoleUrl(server)}${path}`)
  const [id, secret, button] = [
    '#console input[autocomplete=username]',
    '#console input[autocomplete=current-password]',
    '#console button[type=submit]',
  ]
  await page.locator(id).fill(client.id)
  await page.locator(secret).fill(client.secret)
  await page.locator(button).click()
  await page.locator('#content').waitFor()
}

export async function visit(
  server: RunningServer,
  path = '/ehrs',
  options: VisitOptions = {},
): Promise<Visit> {
  const { page, problems } = await openPage(options)
  await signInTo(page, server, path)
  const go = async (to: string) => {
    const address = JSON.stringify(`/console${to}`)
    await page.evaluate(`history.pushState({}, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`)
    await settled(page)
  }
  await settled(page)
  return { page, problems, go }
}

/** Requests of a page that have no end yet, and the time when the last one began or ended. */
const traffic = new WeakMap<Page, { readonly open: Set<Request>; changed: number }>()

/** A stream, or a read that waits for changes: open as long as its screen is, so no rest waits for its end. */
const isStream = (request: Request): boolean =>
  request.headers()['accept']?.includes('text/event-stream') === true || /[?&]wait=/.test(request.url())

/** Before the first address of a page that `settled` is to wait for. */
export function watchRequests(page: Page): void {
  const seen = { open: new Set<Request>(), changed: Date.now() }
  traffic.set(page, seen)
  page.on('request', request => {
    if (isStream(request)) return
    seen.open.add(request)
    seen.changed = Date.now()
  })
  const end = (request: Request) => {
    if (seen.open.delete(request)) seen.changed = Date.now()
  }
  // The script of a worker that ends while it is loaded gets no event of its own.
  page.on('worker', worker =>
    worker.once('close', () => [...seen.open].filter(each => each.url() === worker.url()).forEach(end)),
  )
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** As long as playwright waits for an idle network. */
const REST_MS = 500

/** Nothing is loading any more, apart from streams. The page is one of `openPage`, or watched. */
export async function settled(page: Page): Promise<void> {
  const seen = traffic.get(page)
  if (seen === undefined) throw new Error('The requests of this page are not watched.')
  const isAtRest = await becomes(async () => {
    await page.evaluate('new Promise(done => requestIdleCallback(done, { timeout: 1000 }))')
    return seen.open.size === 0 && Date.now() - seen.changed >= REST_MS
  })
  const open = [...seen.open].map(request => request.url())
  assert.ok(isAtRest, `${page.url()} does not come to rest: ${open.join(' ')}`)
  const loading = page.locator('[role=status][aria-label=Loading]')
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' })
}

const SERIOUS = ['serious', 'critical']

/** Findings of axe: those that keep somebody from using the page, or all. */
export async function accessibilityFaults(
  page: Page,
  which: 'serious' | 'all' = 'serious',
): Promise<string[]> {
  await page.evaluate(axeCore.source)
  const isWanted = which === 'all' ? undefined : SERIOUS
  return page.evaluate(async wanted => {
    interface Result {
      violations: { id: string; impact: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
    }
    const { axe } = globalThis as unknown as { axe: { run(): Promise<Result> } }
    const { violations } = await axe.run()
    return violations
      .filter(({ impact }) => wanted === undefined || wanted.includes(impact))
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
      )
  }, isWanted)
}

/** True where the page has to be scrolled sideways. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
