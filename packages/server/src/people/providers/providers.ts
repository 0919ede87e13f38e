/** Identity providers of a hospital: each is discovered when it is first used, and again after a failure. */
import type { Configuration } from 'openid-client'
import type { ProviderSettings } from './provider-file.ts'

/** Loaded when it is first needed. */
export const openid = () => import('openid-client')

export interface Provider {
  readonly settings: ProviderSettings
  configuration(): Promise<Configuration>
}

export interface Providers {
  readonly list: readonly Pick<ProviderSettings, 'name' | 'label'>[]
  find(name: string | undefined): Provider | undefined
}

const TIMEOUT_SECONDS = 10

async function discover(settings: ProviderSettings): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, discovery, None } = await openid()
  const { issuer, clientId, clientSecret } = settings
  const authentication = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret)
  const isPlain = issuer.startsWith('http:')
  return discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: TIMEOUT_SECONDS,
    // Only loopback addresses can be plain: for tests and for trying things out.
    ...(isPlain ? { execute: [allowInsecureRequests] } : {}),
  })
}

function openProvider(settings: ProviderSettings): Provider {
  let found: Promise<Configuration> | undefined
  return {
    settings,
    configuration: () => {
      found ??= discover(settings).catch(error => {
        found = undefined
        throw error
      })
      return found
    },
  }
}

export function openProviders(all: readonly ProviderSettings[]): Providers {
  const providers = new Map(all.map(settings => [settings.name, openProvider(settings)]))
  return { list: all.map(({ name, label }) => ({ name, label })), find: name => providers.get(name ?? '') }
}
