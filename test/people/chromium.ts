/** A real browser for tests of pages: Debian's chromium, where there is one. */
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const PROGRAM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

export const noChromium: string | false =
  PROGRAM === undefined ? 'there is no chromium on this machine (apt-get install chromium)' : false

export interface Window {
  readonly page: Page
  readonly context: BrowserContext
}

/** Call it once at the top of a test file. Opens windows with cookies of their own; all are closed at the end. */
export function windowsOfChromium(): (options?: Parameters<Browser['newContext']>[0]) => Promise<Window> {
  let running: Promise<Browser> | undefined
  after(async () => (await running)?.close())
  return async (options = {}) => {
    // The sandbox of chromium does not work for root, which tests in containers often are.
    running ??= chromium.launch({ executablePath: PROGRAM ?? '', args: ['--no-sandbox'] })
    const context = await (await running).newContext(options)
    return { page: await context.newPage(), context }
  }
}

/** A device that holds passkeys and says yes at once. */
export async function addAuthenticator({ page, context }: Window): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
