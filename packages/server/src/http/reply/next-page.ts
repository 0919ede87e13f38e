/** The address of the next page of a list. */

/** The same request with other values in its query string. */
export function withQuery(publicUrl: string, changed: Readonly<Record<string, string>>): string {
  const [path = '', query = ''] = publicUrl.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changed)) parameters.set(name, value)
  return `${path}?${parameters}`
}

/** RFC 8288. */
export const nextPageLink = (address: string): { readonly Link: string } => ({
  Link: `<${address}>; rel="next"`,
})
