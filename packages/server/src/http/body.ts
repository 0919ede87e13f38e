/** The body readers that every room can use: bytes of one media type to a value, or a problem that says why not. */
import { decodeXml, parseJson } from '@cairn/openehr/format'
import { Refusal } from '../refusal/index.ts'
import type { BodyReader } from './endpoint.ts'

/** Largest bodies by what they hold, for endpoints that need no more: a stranger's bytes cost time before anybody knows him. */
export const BODY_LIMITS = {
  /** OAuth forms: a client assertion has some 2 KB. */
  form: 16 * 1024,
  /** Clients, tags, episodes, merges: small objects that people type. */
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

/** A name that comes twice keeps both values: what is once only is for the endpoint to say. */
export const readForm: BodyReader = bytes => new URLSearchParams(decodeUtf8(bytes))

/** JSON without loss: what a double or PostgreSQL cannot hold is refused with its path. */
export const readJson: BodyReader = bytes => parseJson(bytes)

export const readText: BodyReader = bytes => decodeUtf8(bytes)

/** XML as text, for what is kept as it came; its own encoding declaration counts. */
export const readXmlText: BodyReader = bytes => decodeXml(bytes)
