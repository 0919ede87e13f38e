/** Body readers for all rooms: turn bytes of a media type into a value, or throw a problem. */
import { decodeXml, parseJson } from '@cairn-ehr/openehr/format'
import { Refusal } from '../../refusal/index.ts'
import type { BodyReader } from '../endpoint.ts'

/** Limits of bodies by content, for endpoints that need no more: reading a body costs time, even if the request is refused later. */
export const BODY_LIMITS = {
  /** OAuth forms: a client assertion has some 2 KB. */
  form: 16 * 1024,
  /** Clients, tags, episodes, merges: small objects. */
  small: 256 * 1024,
  /** Queries with their parameters, stored queries, definitions of datamaps. */
  definition: 2 * 1024 * 1024,
} as const

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Refusal('request.malformed', 'The body is not UTF-8 text.')
  }
}

/** A repeated name keeps all values; the endpoint decides whether that is allowed. */
export const readForm: BodyReader = bytes => new URLSearchParams(decodeUtf8(bytes))

/** Refuses JSON values that a double or PostgreSQL cannot represent, with their paths. */
export const readJson: BodyReader = (bytes, _media, { objects }) => parseJson(bytes, { containers: objects })

/** Refuses the character that PostgreSQL cannot store, as the readers of JSON and XML do. */
export const readText: BodyReader = bytes => {
  const text = decodeUtf8(bytes)
  if (text.includes('\0'))
    throw new Refusal('request.malformed', 'The character U+0000 is not allowed in the body.')
  return text
}

/** Reads XML as text, for documents that are stored as sent; the encoding in its declaration is used. */
export const readXmlText: BodyReader = bytes => decodeXml(bytes)
