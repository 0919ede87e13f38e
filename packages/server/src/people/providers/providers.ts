/** Identity providers of a hospital: each is discovered when it is first used, and again after a failure. */
import type { Configuration } from 'openid-client'
import type { Outgoing } from '../../http/index.ts'
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

async function discover(settings: ProviderSettings, outgoing: Outgoing): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, customFetch, discovery, None } = await openid()
  const { issuer, clientId, clientSecret } = settings
  const authentication = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret)
  const isPlain = issuer.startsWith('http:')
  return discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: TIMEOUT_SECONDS,
    [customFetch]: outgoing.fetch,
    // Only loopback addresses can be plain: for tests and for trying things out.
    ...(isPlain ? { execute: [allowInsecureRequests] } : {}),
  })
}

function openProvider(settings: ProviderSettings, outgoing: Outgoing): Provider {
  let found: Promise<Configuration> | undefined
  return {
    settings,
    configuration: () => {
      found ??= discover(settings, outgoing).catch(error => {
        found = undefined
        throw error
      })
      return found
    },
  }
}

export function openProviders(all: readonly ProviderSettings[], outgoing: Outgoing): Providers {
  const providers = new Map(all.map(settings => [settings.name, openProvider(settings, outgoing)]))
  return { list: all.map(({ name, label }) => ({ name, label })), find: name => providers.get(name ?? '') }
}
