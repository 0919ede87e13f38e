/** The format of a pasted text, told from how it begins. */

export type TextFormat = 'json' | 'xml' | 'flat' | 'structured'

/** Media types as the API names them. */
export const MEDIA_TYPES = {
  json: 'application/json',
  xml: 'application/xml',
  flat: 'application/openehr.wt.flat+json',
  structured: 'application/openehr.wt.structured+json',
} as const satisfies Record<TextFormat, string>

/** Undefined while there is nothing to tell it from. */
export function formatOf(text: string): TextFormat | undefined {
  const start = text.trimStart()
  if (start.startsWith('<')) return 'xml'
  if (!start.startsWith('{')) return undefined
  if (/^\{\s*"(_type|archetype_node_id|name|archetype_details|uid)"\s*:/.test(start)) return 'json'
  return /^\{\s*"[^"]*[/|][^"]*"\s*:/.test(start) ? 'flat' : 'structured'
}

/** The template that canonical data name. */
export function templateIn(text: string): string | undefined {
  const json = /"template_id"\s*:\s*\{[^{}]*?"value"\s*:\s*"([^"]+)"/.exec(text)
  const xml = /<template_id\b[^>]*>\s*<value>\s*([^<]+?)\s*<\/value>/.exec(text)
  return json?.[1] ?? xml?.[1]
}
