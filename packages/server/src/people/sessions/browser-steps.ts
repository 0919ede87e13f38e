/** Steps of a browser before somebody is signed in; a cookie connects them. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Database } from '../../db/index.ts'
import { newSecret, type Vault } from '../../seals/index.ts'
import type { SessionCookies } from './cookies.ts'
import { addStep, takeStep } from './store.ts'

/** A browser that is not signed in, known by a cookie that only ties its steps together. */
export interface Browser {
  readonly mac: Buffer
  /** For its forms. */
  readonly formToken: string
  /** To be sent if the browser has no cookie yet. */
  readonly cookies: readonly string[]
}

export interface BrowserSteps {
  browser(headers: IncomingHttpHeaders): Browser
  isBrowserToken(headers: IncomingHttpHeaders, given: string | undefined): boolean
  /** Keeps facts for the next step of this browser, for some minutes. */
  keepStep(
    browser: Buffer,
    purpose: string,
    key: string,
    facts: Readonly<Record<string, unknown>>,
  ): Promise<void>
  takeStep(
    headers: IncomingHttpHeaders,
    purpose: string,
    key: string,
  ): Promise<Readonly<Record<string, unknown>> | undefined>
}

const STEP_MS = 10 * 60 * 1000

interface Needs {
  readonly db: Database
  readonly vault: Vault
  readonly now: () => number
}

export function openBrowserSteps({ db, vault, now }: Needs, cookies: SessionCookies): BrowserSteps {
  const macOfBrowser = (secret: string) => vault.mac(`browser ${secret}`)
  const macOfStep = (key: string) => vault.mac(`step ${key}`)
  return {
    browser: headers => {
      const kept = cookies.browserSecretIn(headers)
      const secret = kept ?? newSecret()
      return {
        mac: macOfBrowser(secret),
        formToken: cookies.formTokenOf(secret),
        cookies: kept === undefined ? [cookies.browser(secret)] : [],
      }
    },
    isBrowserToken: (headers, given) => cookies.isFormTokenOf(cookies.browserSecretIn(headers), given),
    keepStep: async (browser, purpose, key, facts) => {
      await addStep(db, { mac: macOfStep(key), purpose, browser }, facts, new Date(now() + STEP_MS))
    },
    takeStep: async (headers, purpose, key) => {
      const secret = cookies.browserSecretIn(headers)
      if (secret === undefined) return undefined
      const step = { mac: macOfStep(key), purpose, browser: macOfBrowser(secret) }
      return takeStep(db, step, new Date(now()))
    },
  }
}
