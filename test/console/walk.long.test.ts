/** A walk over every screen: by keyboard alone, at 200 % zoom, without any finding of axe, and 300 steps with a stable heap. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { testServer } from '../server.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, visit } from './browser.ts'
import { knownPatient } from './patient.ts'
import { screenPaths } from './screen-paths.ts'

closeBrowserAfter()

const server = await testServer()

/** Names of elements that can be used with a mouse and are not reached by Tab. Of a group with one stop, one is enough. */
async function unreached(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(`(() => {
    const usable = 'a[href], button, input, select, textarea, [tabindex="0"], [contenteditable=true]'
    const isShown = element => element.checkVisibility() && !element.closest('[inert], [aria-hidden=true]')
    const all = [...document.querySelectorAll(usable)].filter(
      element => isShown(element) && !element.disabled && element.tabIndex >= 0 && element.type !== 'radio')
    for (const element of all) element.dataset.usable = ''
    document.body.tabIndex = -1
    document.body.focus()
    return all.length
  })()`)
  for (let presses = 0; presses < count + 20; presses++) {
    await page.keyboard.press('Tab')
    // A code editor takes Tab as a key; Escape before it leaves.
    await page.evaluate(`(() => {
      const active = document.activeElement
      active?.removeAttribute('data-usable')
    })()`)
    if (await page.evaluate(`document.activeElement?.closest('.cm-editor') !== null`)) {
      await page.keyboard.press('Escape')
    }
  }
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-usable]')].map(each => each.outerHTML.slice(0, 160))`,
  )
}

/** Bytes of the heap that are in use after a collection. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize
}

describe('a walk over every screen', inBrowser, () => {
  let paths: readonly string[]

  before(async () => {
    const { ehrId, report } = await knownPatient(server)
    paths = screenPaths({ ehrId, uid: report })
  })

  it('by keyboard alone reaches everything that a mouse reaches', async () => {
    const { page, go } = await visit(server, '/ehrs')
    const faults: string[] = []
    for (const path of paths) {
      await go(path)
      faults.push(...(await unreached(page)).map(each => `${path}: ${each}`))
    }
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('at 200 % zoom needs no scrolling sideways, and axe has no finding', async () => {
    // A window of 1440 pixels at 200 % is one of 720 pixels to the page.
    const { page, problems, go } = await visit(server, '/ehrs', { width: 720 })
    const faults: string[] = []
    for (const path of paths) {
      await go(path)
      faults.push(...(await accessibilityFaults(page, 'all')).map(each => `${path}: ${each}`))
      if (await isTooWide(page)) faults.push(`${path}: is too wide`)
    }
    assert.deepEqual(faults, [])
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('of 300 steps does not grow the heap of the page', async () => {
    const { page, go } = await visit(server, '/ehrs')
    const steps = 300
    let before = 0
    for (let step = 0; step < steps; step++) {
      await go(paths[step % paths.length] ?? '/')
      // By then every screen was shown twice: chunks are loaded, and caches have what they keep.
      if (step === 2 * paths.length) before = await heapOf(page)
    }
    await go(paths[0] ?? '/')
    const after = await heapOf(page)
    assert.ok(after < before * 1.3, `${before} bytes, then ${after}`)
    await page.context().close()
  })
})
