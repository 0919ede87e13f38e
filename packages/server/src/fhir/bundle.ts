/** Bundles: pages of a search, histories, and everything of a patient. */
import type { Resource } from '@cairn-ehr/fhir'
import type { ResourceVersion } from './resource/read-resource.ts'
import type { IdentifiedResource } from './resource/resources-of-version.ts'

export interface PageLinks {
  readonly self: string
  readonly next: string | undefined
}

const linksOf = ({ self, next }: PageLinks) => [
  { relation: 'self', url: self },
  ...(next === undefined ? [] : [{ relation: 'next', url: next }]),
]

interface Searched {
  readonly matches: readonly IdentifiedResource[]
  readonly included?: readonly IdentifiedResource[]
  readonly total?: number | undefined
}

/** `base`: the address of the FHIR API. */
export function searchset(
  base: string,
  { matches, included = [], total }: Searched,
  links: PageLinks,
): Resource {
  const entryOf = (mode: 'match' | 'include') => (resource: IdentifiedResource) => ({
    fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode },
  })
  const entry = [...matches.map(entryOf('match')), ...included.map(entryOf('include'))]
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(total === undefined ? {} : { total }),
    link: linksOf(links),
    ...(entry.length === 0 ? {} : { entry }),
  }
}

export function historyBundle(
  base: string,
  { type, id }: { readonly type: string; readonly id: string },
  versions: readonly ResourceVersion[],
  self: string,
): Resource {
  return {
    resourceType: 'Bundle',
    type: 'history',
    total: versions.length,
    link: linksOf({ self, next: undefined }),
    entry: versions.map(({ version, committedAt, resource }) => ({
      fullUrl: `${base}/${type}/${id}`,
      ...(resource ? { resource } : {}),
      request: { method: resource ? (version === 1 ? 'POST' : 'PUT') : 'DELETE', url: `${type}/${id}` },
      response: {
        status: resource ? (version === 1 ? '201' : '200') : '204',
        etag: `W/"${version}"`,
        lastModified: committedAt.toISOString(),
      },
    })),
  }
}
