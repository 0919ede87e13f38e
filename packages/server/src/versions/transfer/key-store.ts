/** All SQL about the keys of other servers, and about the numbers that their signatures give to templates. */
import type { JWK } from 'jose'
import { type Queries, sql } from '../../db/index.ts'

export interface RecordKey {
  readonly kid: string
  readonly jwk: JWK
  readonly createdAt: Date
  /** True if this server signs, or signed, with it. */
  readonly isOwn: boolean
}

interface KeyRow {
  kid: string
  public_jwk: JWK
  created_at: Date
  is_own: boolean
}

const all = sql<KeyRow>({
  name: 'recordKey.public',
  text: `select kid, public_jwk, created_at, private_key is not null as is_own from cairn.record_key
         order by created_at, kid`,
})
const byId = sql<KeyRow, [kid: string]>({
  name: 'recordKey.byId',
  text: `select kid, public_jwk, created_at, private_key is not null as is_own from cairn.record_key where kid = $1`,
})
const add = sql<never, [kid: string, jwk: string, createdAt: Date]>({
  name: 'recordKey.addForeign',
  seals: { kind: 'record_key', ids: ([id]) => [id] },
  text: `insert into cairn.record_key (kid, public_jwk, created_at) values ($1, $2, $3) on conflict do nothing`,
})

const keyOf = ({ kid, public_jwk, created_at, is_own }: KeyRow): RecordKey => ({
  kid,
  jwk: public_jwk,
  createdAt: created_at,
  isOwn: is_own,
})

export const findRecordKeys = async (db: Queries): Promise<RecordKey[]> => (await db.query(all)).map(keyOf)

export async function findRecordKey(db: Queries, kid: string): Promise<RecordKey | undefined> {
  const [row] = await db.query(byId, [kid])
  return row && keyOf(row)
}

/** Returns false if there is such a key. */
export const insertRecordKey = async (
  db: Queries,
  { kid, jwk, createdAt }: Omit<RecordKey, 'isOwn'>,
): Promise<boolean> => (await db.execute(add, [kid, JSON.stringify(jwk), createdAt])) > 0

/** A template by the number that the server of a key has given it. */
export interface SignedTemplate {
  readonly kid: string
  readonly number: number
}

const ofTemplates = sql<{ kid: string; signed_key: number; template_key: number }>({
  name: 'signedTemplate.all',
  text: 'select kid, signed_key, template_key from cairn.signed_template order by kid, signed_key',
})
const keyOfTemplate = sql<{ template_key: number }, [kid: string, number: number]>({
  name: 'signedTemplate.byNumber',
  text: 'select template_key from cairn.signed_template where kid = $1 and signed_key = $2',
})
const addTemplate = sql<never, [kid: string, number: number, templateKey: number]>({
  name: 'signedTemplate.add',
  text: `insert into cairn.signed_template (kid, signed_key, template_key) values ($1, $2, $3) on conflict do nothing`,
})

/** The numbers that other servers have given to templates, by the key of the template here. */
export async function findSignedTemplates(
  db: Queries,
): Promise<ReadonlyMap<number, readonly SignedTemplate[]>> {
  const found = new Map<number, SignedTemplate[]>()
  for (const { kid, signed_key, template_key } of await db.query(ofTemplates))
    found.set(template_key, [...(found.get(template_key) ?? []), { kid, number: signed_key }])
  return found
}

/** Finds the template that has a number on the server of a key. */
export const findSignedTemplate = async (
  db: Queries,
  { kid, number }: SignedTemplate,
): Promise<number | undefined> => (await db.query(keyOfTemplate, [kid, number]))[0]?.template_key

/** Returns false if the number belongs to a template already. */
export const insertSignedTemplate = async (
  db: Queries,
  { kid, number }: SignedTemplate,
  templateKey: number,
): Promise<boolean> => (await db.execute(addTemplate, [kid, number, templateKey])) > 0
